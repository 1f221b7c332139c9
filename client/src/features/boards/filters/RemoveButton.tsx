import { useT } from '#i18n/useT';
import classes from './filters.module.css';

/** Removes one part of the filter. */
export function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useT();
  const label = t('filter_remove', { name });
  return (
    <button type="button" className={classes.sign} title={label} aria-label={label} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M19 6.4 17.6 5 12 10.6 6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12z" />
      </svg>
    </button>
  );
}
