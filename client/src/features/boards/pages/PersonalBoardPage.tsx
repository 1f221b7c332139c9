import type { BoardMember } from '@livelane/shared/boards/board.schema';
import { canInProject } from '@livelane/shared/permissions/permissions';
import Label from '@mui/icons-material/LabelOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { Fragment, useCallback, useEffect, useMemo, useState } from 'react';
import { selectIsEmpty } from '#board-sync/board.selectors';
import { PERSONAL_BOARD, personalBoard } from '#board-sync/board.types';
import { selectStrangersIn } from '#board-sync/personal.selectors';
import { withLateTexts } from '#i18n/late.texts';
import { useT } from '#i18n/useT';
import { projectLabelToggled } from '#lib/preferences.slice';
import { useCurrentUser } from '#lib/useSession';
import { PersonalFollower } from '#realtime/personal.follower';
import { useRealtimeClient } from '#realtime/useRealtimeClient';
import { useAppDispatch, useAppSelector } from '#store/hooks';
import { LoadError } from '#ui/LoadError';
import { deferred } from '#ui/lazy/deferred';
import { PageSkeleton } from '#ui/page/PageSkeleton';
import { PageTitle } from '#ui/page/PageTitle';
import { ScriptUnreachable } from '#ui/page/ScriptUnreachable';
import { TextLink } from '#ui/TextLink';
import { useProjectFilter, useWorkspaceFilter } from '../boards.api';
import { FilterBar } from '../filters/FilterBar';
import { useBoardFilter } from '../filters/useBoardFilter';
import { BoardActions } from '../header/BoardActions';
import { BoardHeader } from '../header/BoardHeader';
import { useProjectMembers } from '../people/useProjectMembers';
import { BoardScreen } from '../screen/BoardScreen';
import { BoardFrame } from './BoardFrame';
import { BoardSkeleton } from './BoardSkeleton';
import { useLastProject } from './useLastProject';
import { useRestoredBoard } from './useRestoredBoard';

const FirstHome = deferred(
  withLateTexts(async () => (await import('#features/workspaces/pages/FirstHome')).default),
  PageSkeleton,
  ScriptUnreachable,
);

/** With at most so many projects all their people are read, so that everyone can have a lane; otherwise on demand. */
const LISTS = 10;

/** Projects that an empty board links to, on one line. */
const WAYS_ON = 5;

export default function PersonalBoardPage() {
  const t = useT();
  const live = useRealtimeClient();
  const user = useCurrentUser();
  // Selects only the page's own data: with the whole board it would render at each change of a card.
  const known = useAppSelector((state) => personalBoard(state.board)?.projects);
  const isEmpty = useAppSelector((state) => selectIsEmpty(state, PERSONAL_BOARD));
  const dispatch = useAppDispatch();
  const showProjects = useAppSelector((state) => state.preferences.showProjectLabel);
  const workspaces = useWorkspaceFilter();
  const projectFilter = useProjectFilter();
  const [error, setError] = useState<unknown>(null);
  useRestoredBoard(PERSONAL_BOARD, error);
  const [filter, changeFilter] = useBoardFilter();

  useEffect(() => {
    setError(null);
    return live?.followPersonal(PersonalFollower, setError);
  }, [live]);

  const projects = useMemo(
    () =>
      Object.values(known ?? {}).map((project) => ({
        ...project,
        workspaceName: workspaces.data?.find(({ workspaceId }) => workspaceId === project.workspaceId)?.name,
        canEdit: canInProject(project.role, 'task.edit'),
        canRestoreTasks: canInProject(project.role, 'task.restore'),
      })),
    [known, workspaces.data],
  );
  const names = useAppSelector((state) => personalBoard(state.board)?.people);
  const strangersIn = useAppSelector(selectStrangersIn);
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const want = useCallback(
    (ids: readonly string[]) =>
      setWanted((before) => {
        const more = ids.filter((id) => !before.includes(id));
        return more.length > 0 ? [...before, ...more] : before;
      }),
    [],
  );
  const asked = useMemo(() => {
    const isAsked = (id: string) =>
      projects.length <= LISTS || wanted.includes(id) || strangersIn.includes(id);
    return projects.filter(({ id }) => isAsked(id));
  }, [projects, wanted, strangersIn]);
  const { membersIn, assignableIn } = useProjectMembers(asked);
  const self = useMemo(
    (): BoardMember => ({
      id: user.id,
      firstName: user.firstName,
      surname: user.surname,
      roleId: 'member',
    }),
    [user],
  );
  const people = useMemo((): BoardMember[] => {
    const ofCards = Object.values(names ?? {}).map((person) => ({ ...person, roleId: self.roleId }));
    const ofLists = projects.flatMap(({ id }) => [...assignableIn(id)]);
    const all = new Map([...ofCards, self, ...ofLists].map((each) => [each.id, each]));
    return [...all.values()];
  }, [self, names, projects, assignableIn]);
  const editable = projects.filter(({ canEdit }) => canEdit);
  const [lastProject, setLastProject] = useLastProject(editable);
  /** The first project exists, and the panel that created it has not been closed yet. */
  const [isBeginning, setBeginning] = useState(false);
  const onlyProject = editable.length === 1 ? editable[0] : undefined;

  return (
    <BoardFrame>
      {error && !known ? (
        <Box component="main" sx={{ p: 3, flexGrow: 1, maxWidth: 'calc(100vw - var(--beside))' }}>
          <Typography variant="h1" sx={{ mb: 2 }}>
            {t('personal_board')}
          </Typography>
          <LoadError error={error} title={t('error_loading')} onRetry={() => live?.poll()} />
        </Box>
      ) : known && (projects.length === 0 || isBeginning) ? (
        <Box component="main" sx={{ p: { xs: 2, md: 3 }, flexGrow: 1, maxWidth: '100vw' }}>
          <PageTitle title={t('personal_board')} />
          <Typography variant="h1" sx={{ mb: 3 }}>
            {t('personal_board')}
          </Typography>
          <FirstHome onBegun={() => setBeginning(true)} />
        </Box>
      ) : known ? (
        <BoardScreen
          boardId={PERSONAL_BOARD}
          title={t('personal_board')}
          filter={filter}
          projects={projects}
          members={people}
          membersIn={membersIn}
          assignableIn={assignableIn}
          showProjects={showProjects}
          projectForNew={lastProject}
          suggestedProject={onlyProject?.id ?? null}
          onProjectUsed={setLastProject}
          onPeopleWanted={want}
          header={
            <BoardHeader
              title={t('personal_board')}
              actions={<BoardActions canCreate={editable.length > 0} />}
            >
              <LoadError
                error={workspaces.error}
                title={t('workspaces_filter_error')}
                onRetry={workspaces.refetch}
              />
              <FilterBar
                filter={filter}
                onChange={changeFilter}
                workspaces={
                  workspaces.data?.map(({ workspaceId, name }) => ({ id: workspaceId, name })) ?? []
                }
                projects={
                  projectFilter.data?.map(({ projectId, name }) => ({ id: projectId, name })) ?? projects
                }
              >
                <IconButton
                  title={t('filter_project_names')}
                  aria-label={t('filter_project_names')}
                  aria-pressed={showProjects}
                  color={showProjects ? 'primary' : 'default'}
                  onClick={() => dispatch(projectLabelToggled())}
                >
                  <Label />
                </IconButton>
              </FilterBar>
              {isEmpty && (
                <Typography color="textSecondary">
                  {t('personal_empty_text')}
                  {projects.slice(0, WAYS_ON).map(({ id, name }) => (
                    <Fragment key={id}>
                      {' '}
                      <TextLink to={`/project/${id}`}>{name}</TextLink>
                    </Fragment>
                  ))}
                </Typography>
              )}
            </BoardHeader>
          }
        />
      ) : (
        <BoardSkeleton />
      )}
    </BoardFrame>
  );
}
