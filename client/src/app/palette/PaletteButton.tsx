import Search from '@mui/icons-material/Search';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useT } from '#i18n/useT';
import { isApple } from '#lib/isApple';
import { isTyping } from '#lib/isTyping';
import { letterWithControl } from '#lib/keyPress';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import classes from './opener.module.css';

const CommandPalette = deferredDialog(async () => (await import('./CommandPalette')).default);

/** Opens the palette: by a press, or by Ctrl/Cmd+K anywhere. */
export function PaletteButton() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  /** The text typed while the palette loads: it is meant for the palette, not for the board. Null otherwise. */
  const early = useRef<string | null>(null);
  const takeEarly = useCallback(() => {
    const text = early.current ?? '';
    early.current = null;
    return text;
  }, []);
  const open = () => {
    early.current = '';
    setOpen(true);
  };
  const close = () => {
    early.current = null;
    setOpen(false);
  };
  const toggle = useRef(open);
  toggle.current = isOpen ? close : open;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (early.current !== null && isText && !isTyping(event.target)) {
        early.current += event.key;
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (letterWithControl(event) !== 'k' || event.shiftKey) return;
      event.preventDefault();
      toggle.current();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
  return (
    <>
      <button
        type="button"
        className={classes.opener}
        aria-label={t('palette')}
        title={t('palette')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <Search fontSize="small" />
        <span className={classes.hint}>{t('palette_field')}</span>
        <kbd className={classes.key} dir="ltr">
          {isApple ? '⌘K' : `${t('key_control')} K`}
        </kbd>
      </button>
      {isOpen && <CommandPalette takeEarly={takeEarly} onClose={close} />}
    </>
  );
}
