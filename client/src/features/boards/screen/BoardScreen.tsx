import type { BoardMember } from '@livelane/shared/boards/board.schema';
import { canInProject } from '@livelane/shared/permissions/permissions';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { deleteTask } from '#board-sync/mutations';
import { useT } from '#i18n/useT';
import { clock } from '#lib/clock';
import { onCommands } from '#lib/commands';
import { preloadLater } from '#lib/quietMoment';
import { useCurrentUser } from '#lib/useSession';
import { useRealtimeClient, useRealtimeRef } from '#realtime/useRealtimeClient';
import { AvatarColoursContext, coloursFor } from '#ui/avatar/avatar.colours';
import { deferred } from '#ui/lazy/deferred';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import { useRemoteAnnouncements } from '../announcements/useRemoteAnnouncements';
import { BoardContext, type BoardContextValue, type GivenTask } from '../board.context';
import { useChanges } from '../changes/useChanges';
import { useCreate } from '../changes/useCreate';
import { Board } from '../components/Board';
import type { BoardFilter } from '../filters/board.filter';
import { BoardOnPaper } from '../print/BoardOnPaper';
import { dialogKey, useOpened } from '../task/useOpened';
import { BoardMain } from './BoardMain';
import { StoredNotice } from './StoredNotice';
import { useLabelMap } from './useLabelMap';

const MoveDialog = deferredDialog(async () => (await import('../cards/MoveDialog')).MoveDialog);
const ConfirmDialog = deferredDialog(async () => (await import('#ui/dialog/ConfirmDialog')).ConfirmDialog);
const BoardKeys = deferredDialog(async () => (await import('../keyboard/BoardKeys')).default);
const OpenedTask = deferredDialog(async () => (await import('../task/OpenedTask')).default);

/** Needed once the board is filtered by a label. */
const FilteredLabels = deferred(
  async () => (await import('./FilteredLabels')).FilteredLabels,
  undefined,
  () => null,
);

/** A project whose tasks a board shows, with the user's rights there. */
export interface BoardScreenProject {
  id: string;
  name: string;
  workspaceId: string;
  /** On the board over all projects only. */
  workspaceName?: string | undefined;
  role: ProjectRole | null;
  canEdit: boolean;
  canRestoreTasks: boolean;
}

export interface BoardScreenProps {
  boardId: string;
  title: string;
  /** The heading, filters and everything else above the columns. */
  header: ReactNode;
  filter: BoardFilter;
  projects: readonly BoardScreenProject[];
  members: readonly BoardMember[];
  /** The people of a task's project; empty until they are known. */
  membersIn: (projectId: string) => readonly BoardMember[];
  /** The people who can be assigned in a project; empty until they are known. */
  assignableIn: (projectId: string) => readonly BoardMember[];
  showProjects: boolean;
  /** The project of a new task; null: its dialog asks. */
  projectForNew: string | null;
  /** The dialog's initial project in that case. */
  suggestedProject?: string | null;
  onProjectUsed?: (projectId: string) => void;
  /** Reads who can be assigned in these projects; absent if it is known. */
  onPeopleWanted?: (projectIds: readonly string[]) => void;
  /** Cards that others have changed since the user was last here. */
  changed?: ReadonlySet<string>;
  onTaskSeen?: (taskId: string) => void;
}

const NOTHING: ReadonlySet<string> = new Set();
const nothing = (): void => undefined;

/** A board with all of its actions: the same for a project's board and the personal one. */
export function BoardScreen(props: BoardScreenProps) {
  const {
    boardId,
    title,
    header,
    filter,
    projects,
    members,
    assignableIn,
    showProjects,
    projectForNew,
    onPeopleWanted = nothing,
    changed = NOTHING,
    onTaskSeen,
  } = props;
  const t = useT();
  const live = useRealtimeClient();
  const liveRef = useRealtimeRef();
  const user = useCurrentUser();
  const { open, setOpen, close, showTask, openNext, openTaskNext, stay, openTask } = useOpened(
    boardId,
    onTaskSeen,
  );

  const canRestore = useCallback(
    (projectId: string) => projects.some(({ id, canRestoreTasks }) => id === projectId && canRestoreTasks),
    [projects],
  );
  const { look, settings, move, complete, commit, commitMany, prepare, notify, undoLast } = useChanges(
    boardId,
    canRestore,
    open?.kind === 'edit' ? open.task.id : null,
  );
  const workspaceOf = useCallback(
    (projectId: string) => projects.find(({ id }) => id === projectId)?.workspaceId,
    [projects],
  );
  const { add, make, finish } = useCreate({ boardId, filter, workspaceOf });

  const quickAdd = useCallback(
    (state: TaskState, title: string, given?: GivenTask) => {
      const projectId = given?.projectId ?? projectForNew;
      if (!projectId) setOpen({ kind: 'new', state, given: { ...given, title } });
      else add({ assignees: [user.id], ...given, title, projectId, state });
    },
    [projectForNew, user.id, add, setOpen],
  );
  const workspaceIds = [...new Set(projects.map(({ workspaceId }) => workspaceId))];
  const labels = useLabelMap(workspaceIds, projects);
  const [isByLabel, setByLabel] = useState(false);
  if (filter.labels.length > 0 && !isByLabel) setByLabel(true);
  const context = useMemo((): BoardContextValue => {
    const byId = new Map(projects.map((project) => [project.id, project]));
    return {
      boardId,
      changed,
      filter,
      look,
      labels,
      settings,
      canEditColumns: projects.some(({ id, role }) => id === boardId && canInProject(role, 'column.edit')),
      people: new Map(members.map((member) => [member.id, member])),
      assignableIn,
      onPeopleWanted,
      projectName: (id) => (showProjects ? (byId.get(id)?.name ?? null) : null),
      projectOf: (id) => byId.get(id),
      workspaceOf,
      canEdit: (id) => byId.get(id)?.canEdit ?? false,
      canCreate: projects.some(({ id, canEdit }) => canEdit && (!projectForNew || id === projectForNew)),
      projectForNew,
      onOpen: (taskId) => showTask(taskId, false),
      onNew: (state) => setOpen({ kind: 'new', state }),
      onQuickAdd: quickAdd,
      onMove: move,
      onMany: commitMany,
      onDragging: (projectId, taskId) =>
        liveRef.current?.setActivity(taskId ? { projectId, taskId, mode: 'dragging' } : null),
      onMoveTo: openTask('move'),
      onComplete: complete,
      onDelete: openTask('delete'),
    };
  }, [
    boardId,
    changed,
    filter,
    look,
    workspaceOf,
    projects,
    projectForNew,
    labels,
    settings,
    members,
    assignableIn,
    onPeopleWanted,
    showProjects,
    openTask,
    showTask,
    quickAdd,
    setOpen,
    move,
    commitMany,
    complete,
    liveRef,
  ]);

  const colours = useMemo(() => coloursFor(members.map(({ id }) => id)), [members]);

  const remove = () => {
    if (open?.kind === 'delete')
      commit(open.task.id, (task) => deleteTask(clock, task), t('undo_deleted', { title: open.task.title }));
    close();
  };
  const opened = open?.kind === 'edit' ? open.task : null;
  const mode = opened && context.canEdit(opened.projectId) ? 'editing' : 'viewing';
  useEffect(() => {
    if (!opened) return;
    live?.setActivity({ projectId: opened.projectId, taskId: opened.id, mode });
    return () => live?.setActivity(null);
  }, [live, opened, mode]);
  useEffect(() => preloadLater([OpenedTask, MoveDialog, ConfirmDialog]), []);
  useRemoteAnnouncements(boardId, members, onPeopleWanted);
  useEffect(
    () =>
      onCommands({
        openTask: ({ taskId }) => openTaskNext(taskId),
        showShortcuts: () => openNext({ kind: 'shortcuts' }),
        focusFilter,
        undo: undoLast,
        newTask: context.canCreate ? () => openNext({ kind: 'new', state: 'READY' }) : undefined,
      }),
    [context.canCreate, openNext, openTaskNext, undoLast],
  );

  return (
    <AvatarColoursContext value={colours}>
      <BoardContext value={context}>
        <BoardMain>
          <StoredNotice boardId={boardId} />
          {header}
          <Board key={boardId} />
        </BoardMain>
        {isByLabel && <FilteredLabels workspaceIds={workspaceIds} />}
        <BoardOnPaper title={title} />
        {(open?.kind === 'new' || open?.kind === 'edit') && (
          <OpenedTask
            key={dialogKey(open)}
            {...props}
            opened={open}
            commit={commit}
            prepare={prepare}
            notify={notify}
            make={make}
            finish={finish}
            onStep={showTask}
            onStay={stay}
            onClose={close}
          />
        )}
        {open?.kind === 'shortcuts' && <BoardKeys onClose={close} />}
        {open?.kind === 'move' && <MoveDialog task={open.task} onClose={close} />}
        {open?.kind === 'delete' && (
          <ConfirmDialog
            open
            title={t('task_delete_title')}
            text={t('task_delete_text', { title: open.task.title })}
            confirmLabel={t('card_delete')}
            onConfirm={remove}
            onClose={close}
          />
        )}
      </BoardContext>
    </AvatarColoursContext>
  );
}

/** Focuses the title filter and selects its text. */
function focusFilter(): void {
  const field = document.querySelector<HTMLInputElement>('[role="search"] input');
  field?.focus();
  field?.select();
}
