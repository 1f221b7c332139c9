import { type TaskPriority, taskPriorities } from '@livelane/shared/tasks/task.values';
import FilterList from '@mui/icons-material/FilterList';
import FilterListOff from '@mui/icons-material/FilterListOff';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, startTransition, useOptimistic, useState } from 'react';
import { useT } from '../../../i18n/useT';
import { DateInput } from '../../../ui/date/DateInput';
import { usePainted } from '../../../ui/usePainted';
import { useTimeEstimates } from '../api/useTimeEstimates';
import { type BoardFilter, isFiltering, NO_FILTER } from './board.filter';
import { MultiSelect, selectWidth } from './MultiSelect';
import { TitleFilter } from './TitleFilter';

const DATE_WIDTH = 136;
/** A field of one line with its padding, as MUI makes a small one. */
const FIELD_HEIGHT = 'calc(1.4375em + 17px)';

interface Option {
  id: string;
  name: string;
}

interface Props {
  filter: BoardFilter;
  onChange: (part: Partial<BoardFilter>) => void;
  /** Project board only. */
  assignees?: readonly Option[];
  /** Personal board only. */
  workspaces?: readonly Option[];
  projects?: readonly Option[];
  /** Stands after the filters. */
  children?: ReactNode;
}

/** The filter bar of a board (specification section 5). */
export function FilterBar({ filter: followed, onChange, assignees, workspaces, projects, children }: Props) {
  const t = useT();
  const timeEstimates = useTimeEstimates();
  const isPhone = useMediaQuery('(max-width: 599px)');
  const [isOpen, setOpen] = useState(false);
  // Cards come first: these fields take a tenth of the time until they are there.
  const isPainted = usePainted();
  // The fields show at once what the board follows when it has time: a list is chosen from what its field shows.
  const [filter, show] = useOptimistic(followed, (now, part: Partial<BoardFilter>) => ({ ...now, ...part }));
  const change = (part: Partial<BoardFilter>) =>
    startTransition(() => {
      show(part);
      onChange(part);
    });
  const date = (label: string, value: string | null, set: (value: string | null) => void) => (
    <DateInput label={label} value={value} onChange={set} sx={{ width: DATE_WIDTH }} />
  );
  const lists = [assignees && 'assignees', workspaces && 'workspace', projects && 'project'] as const;
  const places = [
    ...(['priority', 'estimate'] as const).map((name) => selectWidth(t(`filter_${name}`))),
    DATE_WIDTH,
    DATE_WIDTH,
    ...lists.flatMap((name) => (name ? [selectWidth(t(`filter_${name}`))] : [])),
  ];
  return (
    <Stack
      role="search"
      aria-label={t('filters')}
      direction="row"
      sx={{
        gap: 1,
        flexWrap: 'wrap',
        '& .MuiTextField-root': { flexGrow: { xs: 1, sm: 0 } },
        '& .MuiOutlinedInput-root': { bgcolor: 'background.paper' },
        // No higher than the fields: the board must not jump when the sign to clear them comes or goes.
        '& > .MuiIconButton-root': { my: '-2px' },
        // Quieter than the board.
        '& .MuiOutlinedInput-root:not(:hover):not(.Mui-focused):not(.Mui-error) fieldset': {
          borderColor: 'divider',
        },
      }}
    >
      <TitleFilter value={filter.title} onChange={(title) => change({ title })} />
      {isPhone && (
        <IconButton aria-label={t('filters')} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <FilterList />
        </IconButton>
      )}
      {!isPhone &&
        !isPainted &&
        places.map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty places in a row that stays as it is
          <span key={index} style={{ width, height: FIELD_HEIGHT }} />
        ))}
      {isPainted && (!isPhone || isOpen) && (
        <>
          <MultiSelect
            label={t('filter_priority')}
            options={taskPriorities.map((id) => ({ id, name: t(`priority_${id}`) }))}
            value={filter.priorities}
            onChange={(ids) => change({ priorities: ids as TaskPriority[] })}
          />
          <MultiSelect
            label={t('filter_estimate')}
            options={timeEstimates.map(({ id, name }) => ({ id: String(id), name: t(name) }))}
            value={filter.estimates.map(String)}
            onChange={(ids) => change({ estimates: ids.map(Number) })}
          />
          {date(t('filter_due_from'), filter.dueFrom, (dueFrom) => change({ dueFrom }))}
          {date(t('filter_due_to'), filter.dueTo, (dueTo) => change({ dueTo }))}
          {assignees && (
            <MultiSelect
              label={t('filter_assignees')}
              options={assignees}
              value={filter.assignees}
              onChange={(ids) => change({ assignees: ids })}
            />
          )}
          {workspaces && (
            <MultiSelect
              label={t('filter_workspace')}
              options={workspaces}
              value={filter.workspaceId ? [filter.workspaceId] : []}
              onChange={(ids) => change({ workspaceId: ids.at(-1) ?? null })}
            />
          )}
          {projects && (
            <MultiSelect
              label={t('filter_project')}
              options={projects}
              value={filter.projectIds}
              onChange={(ids) => change({ projectIds: ids })}
            />
          )}
          {children}
        </>
      )}
      {isFiltering(filter) && (
        // A sign, not words: in some languages those would begin a line of their own and push the board down.
        <IconButton
          color="primary"
          title={t('filter_clear')}
          aria-label={t('filter_clear')}
          onClick={() => change(NO_FILTER)}
        >
          <FilterListOff />
        </IconButton>
      )}
    </Stack>
  );
}
