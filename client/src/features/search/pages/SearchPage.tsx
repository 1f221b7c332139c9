import { SEARCH_TEXT_MAX, searchFields } from '@livelane/shared/search/search.limits';
import { taskPriorities, taskStates } from '@livelane/shared/tasks/task.values';
import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { DatePill } from '#features/boards/filters/DatePill';
import { FilterPill } from '#features/boards/filters/FilterPill';
import filterClasses from '#features/boards/filters/filters.module.css';
import { distinguished } from '#features/labels/label.names';
import { useLabels } from '#features/labels/labels.api';
import { useGoneLabels } from '#features/labels/useGoneLabels';
import { useWorkspaces } from '#features/workspaces/workspaces.api';
import { useT } from '#i18n/useT';
import { typedText } from '#lib/typedText';
import { useSettled } from '#lib/useSettled';
import { EmptyState } from '#ui/EmptyState';
import { SearchField } from '#ui/form/SearchField';
import { LoadError } from '#ui/LoadError';
import { useLabelName } from '#ui/label/useLabelName';
import { MoreButton } from '#ui/MoreButton';
import { Page } from '#ui/page/Page';
import { PageHeader } from '#ui/page/PageHeader';
import { FoundTask, fieldNames } from '../components/FoundTask';
import { type SearchAsked, searchQuery } from '../search.api';
import { useColumnNames } from './useColumnNames';
import { usePeopleOf } from './usePeopleOf';

type FilterName = Exclude<keyof SearchAsked, 'q' | 'limit'>;
const filters: Record<FilterName, true> = {
  in: true,
  workspaceId: true,
  projectId: true,
  state: true,
  priority: true,
  assignee: true,
  label: true,
  dueFrom: true,
  dueTo: true,
};
const filterNames = Object.keys(filters) as FilterName[];

/** Searches all tasks that the user can see, as they type. The query is in the address. */
export default function SearchPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const [typed, setTyped] = useState(q);
  /** Texts on their way to the address, oldest first. */
  const sent = useRef<string[]>([]);
  // The palette and the browser's buttons change the address, too.
  useEffect(() => {
    const at = sent.current.indexOf(q);
    if (at >= 0) sent.current.splice(0, at + 1);
    else {
      sent.current = [];
      setTyped(q);
    }
  }, [q]);
  const { data: workspaces = [] } = useWorkspaces();
  const workspaceIds = workspaces.map(({ id }) => id);
  const { data: labels = [] } = useLabels(workspaceIds);
  const labelName = useLabelName();
  const workspaceName = (id: string) => workspaces.find((each) => each.id === id)?.name;
  const people = usePeopleOf(workspaceIds);
  const columnName = useColumnNames();
  const asked = useSettled(typedText(typed));
  const filter = (name: FilterName) => params.get(name) ?? '';
  const projects = workspaces.flatMap(({ projects }) => projects);
  const searched = filter('projectId').split(',').filter(Boolean);
  const found = useInfiniteQuery(
    searchQuery({ q: asked, ...Object.fromEntries(filterNames.map((name) => [name, filter(name)])) }),
  );
  const { data, error, refetch, isFetching, hasNextPage } = found;
  const put = (name: FilterName | 'q', value: string) => {
    const next = new URLSearchParams(window.location.search);
    if ((next.get(name) ?? '') === value) return;
    if (name === 'q') sent.current.push(value);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true });
  };
  // Not at each key press: WebKit refuses more than a hundred changes of the address in ten seconds.
  const onSettled = useEffectEvent((q: string) => put('q', q));
  useEffect(() => onSettled(asked), [asked]);
  const labelFilter = filter('label');
  const filteredLabels = useMemo(() => labelFilter.split(',').filter(Boolean), [labelFilter]);
  useGoneLabels(workspaceIds, filteredLabels, (gone) =>
    put('label', filteredLabels.filter((id) => !gone.includes(id)).join(',')),
  );
  const pill = (name: FilterName, label: string, options: Array<{ id: string; name: string }>) => (
    <FilterPill
      label={label}
      options={options}
      value={filter(name).split(',').filter(Boolean)}
      onChange={(value) => put(name, value.join(','))}
    />
  );
  const day = (name: 'dueFrom' | 'dueTo', label: string) => (
    <DatePill label={label} value={filter(name) || null} onChange={(value) => put(name, value ?? '')} />
  );
  const items = asked === '' ? [] : (data?.pages.flatMap((page) => page.items) ?? []);
  const isEmpty = asked !== '' && data !== undefined && items.length === 0 && !isFetching;
  const said =
    asked === '' || !data || isFetching
      ? ''
      : hasNextPage
        ? t('search_found_more', { count: items.length })
        : t('search_found', { count: items.length });
  return (
    <Page>
      <PageHeader title={t('search_title')} />
      <Stack spacing={2}>
        <Stack role="search" spacing={2}>
          <SearchField
            autoFocus
            value={typed}
            label={t('search_label')}
            helperText={t('search_what')}
            maxLength={SEARCH_TEXT_MAX}
            onType={setTyped}
          />
          <Box role="group" aria-label={t('search_filters')} className={filterClasses.bar}>
            {pill(
              'in',
              t('search_in'),
              searchFields.map((id) => ({ id, name: t(fieldNames[id]) })),
            )}
            {pill(
              'workspaceId',
              t('filter_workspace'),
              workspaces.map(({ id, name }) => ({ id, name })),
            )}
            {pill(
              'projectId',
              t('filter_project'),
              projects.map(({ id, name }) => ({ id, name })),
            )}
            {pill(
              'state',
              t('search_column'),
              taskStates.map((id) => ({
                id,
                name: columnName(searched.length > 0 ? searched : projects.map((project) => project.id), id),
              })),
            )}
            {pill(
              'priority',
              t('filter_priority'),
              taskPriorities.map((id) => ({ id, name: t(`priority_${id}`) })),
            )}
            {pill('assignee', t('filter_assignees'), people)}
            {pill(
              'label',
              t('task_labels'),
              distinguished(labels, workspaceName).map((label) => ({ id: label.id, name: labelName(label) })),
            )}
            {day('dueFrom', t('filter_due_from'))}
            {day('dueTo', t('filter_due_to'))}
          </Box>
        </Stack>
        <LoadError error={error} title={t('search_error')} onRetry={refetch} />
        <Typography role="status" variant="body2" color="textSecondary">
          {said}
        </Typography>
        {asked !== '' && !data && !error && <Skeleton variant="rounded" height={96} />}
        {isEmpty && (
          <EmptyState
            icon={<Search fontSize="large" />}
            title={t('palette_none')}
            text={t('search_none_text')}
          />
        )}
        <Stack component="ul" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {items.map((item) => (
            <FoundTask key={item.taskId} item={item} column={columnName([item.projectId], item.state)} />
          ))}
        </Stack>
        {asked !== '' && <MoreButton list={found}>{t('search_more')}</MoreButton>}
      </Stack>
    </Page>
  );
}
