import { TITLE_MAX } from '@livelane/shared/http/limits';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useT } from '#i18n/useT';
import { isComposing } from '#lib/keyPress';
import classes from './filters.module.css';
import { useGoToMatch } from './useGoToMatch';

/** The board follows typed text after this pause. */
const PAUSE_MS = 120;

/** The filter by title. Typed text shows at once, however long the board takes to follow. */
export function TitleFilter({ value, onChange }: { value: string; onChange: (title: string) => void }) {
  const t = useT();
  const [typed, setTyped] = useState(value);
  /** Values on their way to the URL and back, oldest first. */
  const sent = useRef<string[]>([]);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => {
    const at = sent.current.indexOf(value);
    if (at >= 0) sent.current.splice(0, at + 1);
    else {
      window.clearTimeout(timer.current);
      setTyped(value);
    }
  }, [value]);
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  }, [onChange]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const goToMatch = useGoToMatch();
  const send = (title: string) => {
    sent.current.push(title);
    report.current(title);
  };
  const type = (title: string) => {
    setTyped(title);
    goToMatch(null);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(send, PAUSE_MS, title);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    // The keystroke must not reach the dialog that may open.
    event.preventDefault();
    window.clearTimeout(timer.current);
    if (typed !== value) send(typed);
    goToMatch(typed);
  };
  return (
    <label className={classes.search}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M15.5 14h-.8l-.3-.3A6.5 6.5 0 1 0 13.7 14.4l.3.3v.8l5 5 1.5-1.5zm-6 0a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9" />
      </svg>
      <input
        className={classes.searchInput}
        aria-label={t('filter_title')}
        aria-keyshortcuts="/"
        placeholder={t('filter_search_hint')}
        // As long as a title: it is in the address, and servers refuse one with a pasted page of text.
        maxLength={TITLE_MAX}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      <span className={classes.key} aria-hidden="true">
        /
      </span>
    </label>
  );
}
