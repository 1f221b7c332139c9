import Search from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import { useEffect, useState } from 'react';
import { useT } from '#i18n/useT';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import { Tooltip } from '#ui/tooltip/Tooltip';

const CommandPalette = deferredDialog(async () => (await import('./CommandPalette')).default);

/** Opens the palette: by a press, or by Ctrl/Cmd+K wherever one is. */
export function PaletteButton() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen((open) => !open);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Tooltip title={t('palette')}>
        <IconButton aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
          <Search />
        </IconButton>
      </Tooltip>
      {isOpen && <CommandPalette onClose={() => setOpen(false)} />}
    </>
  );
}
