import Button from '@mui/material/Button';
import { useState } from 'react';
import { useT } from '#i18n/useT';
import { useCopyText } from './useCopyText';

/** Copies a text, and says so. Nothing where the page may not write to the clipboard. */
export function CopyTextButton({ text }: { text: string }) {
  const t = useT();
  const [isCopied, setCopied] = useState(false);
  const copy = useCopyText();
  return (
    copy && (
      <Button size="small" variant="outlined" onClick={() => copy(text, () => setCopied(true))}>
        {t(isCopied ? 'unsaved_copied' : 'unsaved_copy')}
      </Button>
    )
  );
}
