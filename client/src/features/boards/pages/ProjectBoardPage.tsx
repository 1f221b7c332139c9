import { canInProject } from '@livelane/shared/permissions/permissions';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { selectConnection, selectIsEmpty } from '#board-sync/board.selectors';
import { projectBoard } from '#board-sync/board.types';
import { useProject } from '#features/projects/projects.api';
import { ProjectPhoneLinks } from '#features/workspaces/components/PhoneLinks';
import { ProjectPanel } from '#features/workspaces/components/ProjectPanel';
import { useWorkspaceOfProject } from '#features/workspaces/workspaces.api';
import { useT } from '#i18n/useT';
import { boardOpened } from '#lib/preferences.slice';
import { useParam } from '#lib/useParam';
import { useRealtimeClient } from '#realtime/useRealtimeClient';
import { useAppDispatch, useAppSelector } from '#store/hooks';
import { LoadError } from '#ui/LoadError';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import { FilterBar } from '../filters/FilterBar';
import { useBoardFilter } from '../filters/useBoardFilter';
import { BoardActions } from '../header/BoardActions';
import { BoardHeader } from '../header/BoardHeader';
import { BoardActivity } from '../history/BoardActivity';
import { SinceLine, SinceLineToCome } from '../history/SinceLine';
import { useSince } from '../history/useSince';
import { BoardPeople } from '../people/BoardPeople';
import { useLoweredRole } from '../people/useLoweredRole';
import { BoardScreen } from '../screen/BoardScreen';
import { useAddress } from '../useAddress';
import { BoardFrame } from './BoardFrame';
import { BoardSkeleton } from './BoardSkeleton';
import { useRestoredBoard } from './useRestoredBoard';

const AddPerson = deferredDialog(async () => (await import('#features/members/pages/AddPerson')).AddPerson);
const TrashDialog = deferredDialog(async () => (await import('../history/TrashDialog')).default);
const RewindScreen = deferredDialog(async () => (await import('../history/RewindScreen')).default);

export default function ProjectBoardPage() {
  const t = useT();
  const projectId = useParam('projectId');
  const live = useRealtimeClient();
  const dispatch = useAppDispatch();
  const project = useProject(projectId);
  const workspace = useWorkspaceOfProject(projectId).data;
  const siblings = workspace?.projects;
  /** Also without a connection, and if only it cannot be read. */
  const known = project.data ?? siblings?.find(({ id }) => id === projectId);
  const isOffline = useAppSelector((state) => selectConnection(state) === 'offline');
  const name = known?.name ?? t('board');
  // Selects only the page's own data: with the whole board it would render at each change of a card.
  const members = useAppSelector((state) => projectBoard(state.board, projectId)?.members);
  const role = useAppSelector((state) => projectBoard(state.board, projectId)?.role);
  const isEmpty = useAppSelector((state) => selectIsEmpty(state, projectId));
  const [error, setError] = useState<unknown>(null);
  useRestoredBoard(projectId, error);
  const [filter, changeFilter] = useBoardFilter();
  const changeAddress = useAddress();
  const [params] = useSearchParams();
  // A task that the address names is shown as it is now.
  const isPast = params.has('at') && !params.has('task');
  const openPast = () => {
    // A second press may come before the past is shown.
    if (new URLSearchParams(window.location.search).has('at')) return;
    changeAddress((next) => {
      next.set('at', '');
      return next;
    });
  };
  const closePast = () =>
    changeAddress(
      (next) => {
        next.delete('at');
        return next;
      },
      { replace: true },
    );
  const { since, isComing, changed, dismiss, seeTask } = useSince(projectId);
  useLoweredRole(projectId, name, role);

  useEffect(() => {
    setError(null);
    dispatch(boardOpened(projectId));
    const leave = live?.follow(projectId, setError);
    return () => {
      leave?.();
      dispatch(boardOpened(null));
    };
  }, [live, projectId, dispatch]);

  const projects = useMemo(() => {
    if (!role || !known) return [];
    const own = { ...known, role };
    const others = (siblings ?? []).filter((sibling) => sibling.id !== projectId);
    return [own, ...others].map(({ id, name, workspaceId, role: given }) => ({
      id,
      name,
      workspaceId,
      role: given,
      canEdit: canInProject(given, 'task.edit'),
      canRestoreTasks: canInProject(given, 'task.restore'),
    }));
  }, [role, known, siblings, projectId]);
  const assignableIn = useMemo(() => {
    const assignable = (members ?? []).filter(({ roleId }) => canInProject(roleId, 'task.beAssigned'));
    return () => assignable;
  }, [members]);
  const people = useMemo(
    () => (members ?? []).map(({ id, firstName, surname }) => ({ id, name: `${firstName} ${surname}` })),
    [members],
  );

  const projectName = (id: string) => projects.find((each) => each.id === id)?.name;
  const [open, setOpen] = useState<'people' | 'trash' | 'activity' | null>(null);
  const failure = error ?? project.error;
  const retry = () => {
    live?.poll();
    void project.refetch();
  };
  return (
    <BoardFrame panel={<ProjectPanel projectId={projectId} />}>
      {failure && !members ? (
        <Box component="main" sx={{ p: 3, flexGrow: 1, maxWidth: 'calc(100vw - var(--beside))' }}>
          <Typography variant="h1" sx={{ mb: 2 }}>
            {t('board')}
          </Typography>
          <LoadError error={failure} title={t('project_error')} onRetry={retry} />
        </Box>
      ) : members && isPast && projects[0] ? (
        <RewindScreen
          project={projects[0]}
          projectName={projectName}
          header={<BoardHeader title={name}>{null}</BoardHeader>}
          onClose={closePast}
        />
      ) : members ? (
        <BoardScreen
          boardId={projectId}
          title={name}
          filter={filter}
          projects={projects}
          members={members}
          membersIn={() => members}
          assignableIn={assignableIn}
          showProjects={false}
          projectForNew={projectId}
          changed={changed}
          onTaskSeen={seeTask}
          header={
            <BoardHeader
              title={name}
              tabs={<ProjectPhoneLinks projectId={projectId} />}
              description={known?.description}
              actions={
                <>
                  <BoardPeople projectId={projectId} members={members} />
                  <BoardActions
                    canCreate={canInProject(role ?? null, 'task.create')}
                    onActivity={() => setOpen('activity')}
                    onRewind={openPast}
                    onAddPeople={
                      canInProject(role ?? null, 'project.addMember') ? () => setOpen('people') : undefined
                    }
                    onTrash={
                      canInProject(role ?? null, 'task.restoreOwn') ? () => setOpen('trash') : undefined
                    }
                  />
                </>
              }
            >
              <LoadError
                error={project.data || (known && isOffline) ? null : project.error}
                title={t('project_error')}
                onRetry={retry}
              />
              <FilterBar filter={filter} onChange={changeFilter} assignees={people} />
              {isComing && <SinceLineToCome />}
              {since && (
                <SinceLine
                  projectId={projectId}
                  since={since}
                  projectName={projectName}
                  onDismiss={dismiss}
                />
              )}
              {isEmpty && canInProject(role ?? null, 'task.edit') && (
                <Typography color="textSecondary">{t('board_empty_text')}</Typography>
              )}
            </BoardHeader>
          }
        />
      ) : (
        <BoardSkeleton />
      )}
      {open === 'people' && role && (
        <AddPerson
          scope="project"
          id={projectId}
          role={role}
          workspace={workspace}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'activity' && (
        <BoardActivity projectId={projectId} projectName={projectName} onClose={() => setOpen(null)} />
      )}
      {open === 'trash' && <TrashDialog projectId={projectId} onClose={() => setOpen(null)} />}
    </BoardFrame>
  );
}
