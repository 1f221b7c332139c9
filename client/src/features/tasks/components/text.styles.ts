/** Looks like text until hover or focus, then like a field. */
export const TEXT_SURFACE = {
  mx: -1,
  // As far beyond the column at its end as at its beginning.
  width: 'calc(100% + 16px)',
  px: 1,
  py: 0.5,
  borderRadius: 1,
  '&:hover': { bgcolor: 'action.hover' },
  '&.Mui-focused': { bgcolor: 'transparent', boxShadow: '0 0 0 2px var(--mui-palette-primary-main)' },
  '&.Mui-error': { boxShadow: '0 0 0 1px var(--mui-palette-error-main)' },
  '& .MuiInputBase-input': { p: 0 },
} as const;
