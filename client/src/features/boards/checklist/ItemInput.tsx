import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import InputBase, { type InputBaseProps } from '@mui/material/InputBase';
import { useId } from 'react';
import { useT } from '#i18n/useT';
import { isTooLong } from './pastedItems';

/** The field of an item's text, which says when the text is too long for an item. */
export function ItemInput({ value, inputProps, ...props }: InputBaseProps & { value: string }) {
  const t = useT();
  const problemId = useId();
  const isLong = isTooLong(value);
  return (
    <Box sx={{ flexGrow: 1 }}>
      <InputBase
        fullWidth
        value={value}
        error={isLong}
        inputProps={{ ...inputProps, 'aria-describedby': isLong ? problemId : undefined }}
        {...props}
      />
      {isLong && (
        <FormHelperText id={problemId} error role="alert" sx={{ px: 1 }}>
          {t('input_max_item_text')}
        </FormHelperText>
      )}
    </Box>
  );
}
