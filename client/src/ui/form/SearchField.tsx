import Search from '@mui/icons-material/Search';
import InputAdornment from '@mui/material/InputAdornment';
import TextField, { type TextFieldProps } from '@mui/material/TextField';

interface Props extends Pick<TextFieldProps, 'label' | 'helperText' | 'autoFocus'> {
  value: string;
  onType: (text: string) => void;
  maxLength: number;
}

/** A field whose text is searched while it is typed. */
export function SearchField({ onType, maxLength, ...props }: Props) {
  return (
    <TextField
      type="search"
      fullWidth
      {...props}
      onChange={({ target }) => onType(target.value)}
      slotProps={{
        htmlInput: {
          maxLength,
          enterKeyHint: 'search',
          sx: { '&::-webkit-search-cancel-button': { marginInlineStart: 1 } },
        },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
