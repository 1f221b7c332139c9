import { CUT_AT_ITS_END } from '#ui/mirrored';

/** Width of a property's label with its gap: it grows with the text, as far as that leaves room for the value. */
export const LABEL = 'min(8.5rem, 48%)';

/**
 * Turns MUI's outlined fields into rows of label and value: the frame appears on hover and focus. The fields themselves
 * are unchanged, so labels, errors and keys are MUI's.
 */
export const PROPERTY_ROWS = {
  display: 'flex',
  flexDirection: 'column',
  gap: 0.5,
  '& .MuiFormControl-root': {
    display: 'grid',
    gridTemplateColumns: `${LABEL} minmax(0, 1fr)`,
    alignItems: 'start',
    width: '100%',
  },
  '& .MuiInputLabel-root': {
    position: 'static',
    transform: 'none',
    maxWidth: 'none',
    pointerEvents: 'auto',
    whiteSpace: 'normal',
    overflow: 'visible',
    overflowWrap: 'anywhere',
    pt: '8px',
    paddingInlineEnd: '8px',
    fontSize: '0.8125rem',
    lineHeight: '1.25rem',
    color: 'text.secondary',
  },
  // The label is beside the field, so the placeholder is always visible.
  '& .MuiInputLabel-root + .MuiInputBase-root .MuiInputBase-input::placeholder': {
    opacity: '0.6 !important',
  },
  '& .MuiFormHelperText-root': { gridColumn: 2, mx: 1 },
  '& .MuiOutlinedInput-root': { px: 1, minHeight: 36, fontSize: { sm: '0.875rem' } },
  '& .MuiOutlinedInput-root .MuiInputBase-input': { px: 0, py: 0.75, minWidth: 0 },
  '& .MuiOutlinedInput-notchedOutline': { top: 0, borderColor: 'transparent' },
  '& .MuiOutlinedInput-root.Mui-disabled .MuiOutlinedInput-notchedOutline': { borderColor: 'transparent' },
  '& .MuiOutlinedInput-notchedOutline legend': { display: 'none' },
  '& .MuiOutlinedInput-root:hover:not(.Mui-focused, .Mui-disabled) .MuiOutlinedInput-notchedOutline': {
    borderColor: 'divider',
  },
  '& .MuiSelect-select.MuiSelect-select': {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    minHeight: 24,
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  // Space for the arrow only, without its circle: names stay on one line.
  '& .MuiSelect-select.MuiSelect-select.MuiSelect-select': { paddingInlineEnd: '24px' },
  // People below each other, with their full names.
  '& .MuiAutocomplete-root.MuiAutocomplete-root .MuiOutlinedInput-root.MuiOutlinedInput-root': {
    py: 0.25,
    px: 0.5,
  },
  // The same with and without the focus: growing or closing up would move what is pressed below it.
  '& .MuiAutocomplete-root .MuiAutocomplete-input.MuiAutocomplete-input': { minWidth: 48, px: 0.5, py: 0.5 },
  // Beside the last one, where the next one is typed; a press on the arrow reaches the input below it.
  '& .MuiAutocomplete-root .MuiAutocomplete-endAdornment': {
    top: 'auto',
    bottom: 4,
    right: 2,
    transform: 'none',
    pointerEvents: 'none',
  },
  '& .MuiChip-root': {
    maxWidth: '100%',
    fontSize: { xs: '1rem', sm: '0.8125rem' },
    bgcolor: 'transparent',
    '&:hover': { bgcolor: 'action.hover' },
  },
  '& .MuiChip-label': { px: 0.75, ...CUT_AT_ITS_END },
  // Hidden until hover; always shown on devices without hover.
  '@media (hover: hover)': {
    '& :is(.MuiSelect-icon, .MuiAutocomplete-endAdornment, .MuiInputAdornment-root)': { opacity: 0 },
    '& .MuiOutlinedInput-root:is(:hover, :focus-within) :is(.MuiSelect-icon, .MuiAutocomplete-endAdornment, .MuiInputAdornment-root)':
      { opacity: 1 },
  },
} as const;
