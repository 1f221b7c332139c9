import Search from '@mui/icons-material/Search';
import { useEffect, useState } from 'react';
import { useT } from '#i18n/useT';
import { isApple } from '#lib/platform';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import classes from './opener.module.css';

const CommandPalette = deferredDialog(async () => (await import('./CommandPalette')).default);

/** Opens the palette: by a press, or by Ctrl/Cmd+K anywhere. */
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
      <button
        type="button"
        className={classes.opener}
        aria-label={t('palette')}
        title={t('palette')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Search fontSize="small" />
        <span className={classes.hint}>{t('palette_field')}</span>
        <kbd className={classes.key} dir="ltr">
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {isOpen && <CommandPalette onClose={() => setOpen(false)} />}
    </>
  );
}
