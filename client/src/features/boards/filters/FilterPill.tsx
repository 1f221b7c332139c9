import { useEffect, useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { listOf } from '#i18n/listOf';
import { useT } from '#i18n/useT';
import { preloadLater } from '#lib/quietMoment';
import { NAME_IN_CHIP, truncate } from '#lib/truncate';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import classes from './filters.module.css';
import { RemoveButton } from './RemoveButton';

const FilterOptions = deferredDialog(async () => (await import('./FilterOptions')).FilterOptions);

/** A task with any of them matches. */
const ANY_OF_THEM = { type: 'disjunction' } as const;

/** The name of a value whose option has not loaded. */
const UNKNOWN = '…';

export interface FilterOption {
  id: string;
  name: string;
}

interface Props {
  label: string;
  options: readonly FilterOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** One part of the filter: its name, or the chosen values, which can be removed. Its list is fetched when it opens. */
export function FilterPill({ label, options, value, onChange }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const listId = useId();
  useEffect(() => preloadLater([FilterOptions]), []);
  const nameOf = (id: string) => options.find((option) => option.id === id)?.name ?? UNKNOWN;
  const isActive = value.length > 0;
  const t = useT();
  const intl = useIntl();
  return (
    <span className={`${classes.pill} ${isActive ? classes.active : ''}`}>
      <button
        type="button"
        role="combobox"
        className={classes.choice}
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? listId : undefined}
        title={
          isActive
            ? t('label_pair', { name: label, value: listOf(intl, value.map(nameOf), ANY_OF_THEM) })
            : undefined
        }
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setAnchor(event.currentTarget);
        }}
      >
        {isActive ? (
          <span>
            {intl.formatList(
              value.map((id) => <bdi key={id}>{truncate(nameOf(id), NAME_IN_CHIP)}</bdi>),
              ANY_OF_THEM,
            )}
          </span>
        ) : (
          <>
            {label}
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="m7 10 5 5 5-5z" />
            </svg>
          </>
        )}
      </button>
      {isActive && <RemoveButton name={label} onClick={() => onChange([])} />}
      {anchor && (
        <FilterOptions
          id={listId}
          label={label}
          anchor={anchor}
          options={options}
          value={value}
          onChange={onChange}
          onClose={() => setAnchor(null)}
        />
      )}
    </span>
  );
}
