import type { MouseEvent } from 'react';
import { useT } from '#i18n/useT';
import classes from './filters.module.css';

/** Removes one part of the filter. The button goes with it, and leaves the focus to the one before. */
export function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useT();
  const label = t('filter_remove', { name });
  const press = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const buttons = [...(currentTarget.closest('[role="search"]')?.querySelectorAll('button') ?? [])];
    buttons[buttons.indexOf(currentTarget) - 1]?.focus();
    onClick();
  };
  return (
    <button type="button" className={classes.sign} title={label} aria-label={label} onClick={press}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M19 6.4 17.6 5 12 10.6 6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12z" />
      </svg>
    </button>
  );
}
