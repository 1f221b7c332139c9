import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { CreateTaskInput, StoredTask, UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import Box from '@mui/material/Box';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useStore } from 'react-redux';
import { selectBoard, selectTask } from '../../board-sync/board.selectors';
import {
  completeTask,
  createTask,
  type DropPlace,
  deleteTask,
  moveTask,
  patchTask,
} from '../../board-sync/mutations';
import { BoardContext, type BoardContextValue } from '../../features/boards/board.context';
import { Board } from '../../features/boards/components/Board';
import { MoveDialog } from '../../features/boards/components/MoveDialog';
import type { BoardFilter } from '../../features/boards/filters/board.filter';
import { newTaskValues } from '../../features/tasks/task.form';
import { useT } from '../../i18n/useT';
import { useCurrentUser } from '../../lib/session';
import { type AppState, useAppSelector } from '../../lib/store';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { useLiveClient } from '../realtime/useRealtime';

const TaskDialog = lazy(async () => ({
  default: (await import('../../features/tasks/components/TaskDialog')).TaskDialog,
}));

const clock = { now: Date.now, newId: newUuid };

type Open =
  | { kind: 'new'; state: TaskState; title?: string }
  | { kind: 'edit'; task: StoredTask }
  | { kind: 'move'; task: StoredTask }
  | { kind: 'delete'; task: StoredTask };

export interface BoardScreenProps {
  boardId: string;
  /** The heading, filters and whatever else stands above the columns. */
  header: ReactNode;
  filter: BoardFilter;
  projects: readonly { id: string; name: string; workspaceId: string; canEdit: boolean }[];
  members: readonly BoardMember[];
  membersOf: (projectId: string) => readonly BoardMember[];
  showProjects: boolean;
  /** Where a new task goes; null: its dialog asks. */
  projectForNew: string | null;
  onProjectUsed?: (projectId: string) => void;
}

/** A board with everything that can be done on it: the same for a project's board and the personal one. */
export function BoardScreen(props: BoardScreenProps) {
  const {
    boardId,
    header,
    filter,
    projects,
    members,
    membersOf,
    showProjects,
    projectForNew,
    onProjectUsed,
  } = props;
  const t = useT();
  const live = useLiveClient();
  const store = useStore<AppState>();
  const user = useCurrentUser();
  const [open, setOpen] = useState<Open | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const taskNow = useCallback((id: string) => selectTask(store.getState(), boardId, id), [store, boardId]);
  const boardNow = useCallback(() => selectBoard(store.getState(), boardId), [store, boardId]);

  const move = useCallback(
    (taskId: string, state: TaskState, place: DropPlace) => {
      const board = boardNow();
      const task = taskNow(taskId);
      const mutation = board && task && moveTask(clock, board, task, state, place);
      if (mutation) live?.commit(mutation);
    },
    [boardNow, taskNow, live],
  );
  const complete = useCallback(
    (taskId: string) => {
      const board = boardNow();
      const task = taskNow(taskId);
      const mutation = board && task && completeTask(clock, board, task);
      if (mutation) live?.commit(mutation);
    },
    [boardNow, taskNow, live],
  );
  const quickAdd = useCallback(
    (state: TaskState, title: string) => {
      if (!projectForNew) setOpen({ kind: 'new', state, title });
      else {
        const input: CreateTaskInput = { title, projectId: projectForNew, state, assignees: [user.id] };
        live?.commit(createTask(clock, boardNow(), user.id, input));
      }
    },
    [projectForNew, user.id, live, boardNow],
  );
  const openTask = useCallback(
    (kind: 'edit' | 'move' | 'delete') => (taskId: string) => {
      const task = taskNow(taskId);
      if (task) setOpen({ kind, task });
    },
    [taskNow],
  );

  const context = useMemo((): BoardContextValue => {
    const byId = new Map(projects.map((project) => [project.id, project]));
    return {
      boardId,
      filter,
      people: new Map(members.map((member) => [member.id, member])),
      projectName: (id) => (showProjects ? (byId.get(id)?.name ?? null) : null),
      workspaceOf: (id) => byId.get(id)?.workspaceId,
      canEdit: (id) => byId.get(id)?.canEdit ?? false,
      canCreate: projects.some((project) => project.canEdit),
      onOpen: openTask('edit'),
      onNew: (state) => setOpen({ kind: 'new', state }),
      onQuickAdd: quickAdd,
      onMove: move,
      onMoveTo: openTask('move'),
      onComplete: complete,
      onDelete: openTask('delete'),
    };
  }, [boardId, filter, projects, members, showProjects, openTask, quickAdd, move, complete]);

  const create = async (input: CreateTaskInput) => {
    await live?.submit(createTask(clock, boardNow(), user.id, input));
    onProjectUsed?.(input.projectId);
  };
  const edit = async (task: StoredTask, input: UpdateTaskInput) => {
    await live?.submit(patchTask(clock, boardNow(), taskNow(task.id) ?? task, input));
  };
  const remove = () => {
    if (open?.kind === 'delete') live?.commit(deleteTask(clock, open.task));
    close();
  };
  const editable = projects.filter((project) => project.canEdit);

  return (
    <BoardContext value={context}>
      <Box
        component="main"
        sx={{
          display: 'flex',
          flexDirection: 'column',
          flexGrow: 1,
          minHeight: 0,
          px: { xs: 2, md: 3 },
          pt: 2,
          gap: 2,
        }}
      >
        {header}
        <Board />
      </Box>
      <Suspense fallback={null}>
        {open?.kind === 'new' && (
          <TaskDialog
            mode="new"
            initial={newTaskValues(user.id, open.title ?? t('task_new'), {
              state: open.state,
              projectId: projectForNew ?? '',
            })}
            projects={editable}
            membersOf={membersOf}
            canEdit
            onSubmit={create}
            onClose={close}
          />
        )}
        {open?.kind === 'edit' && (
          <LiveTask boardId={boardId} taskId={open.task.id}>
            {(task) => (
              <TaskDialog
                mode="edit"
                opened={open.task}
                task={task}
                projects={editable.some(({ id }) => id === open.task.projectId) ? editable : projects}
                membersOf={membersOf}
                canEdit={context.canEdit(open.task.projectId)}
                onSubmit={(input) => edit(open.task, input)}
                onClose={close}
              />
            )}
          </LiveTask>
        )}
      </Suspense>
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
  );
}

interface LiveTaskProps {
  boardId: string;
  taskId: string;
  children: (task: StoredTask | undefined) => ReactNode;
}

/** The task as it is now, whoever changes it. */
function LiveTask({ boardId, taskId, children }: LiveTaskProps) {
  return children(useAppSelector((state) => selectTask(state, boardId, taskId)));
}

/** A version 4 UUID also where the page is not a secure context, as on a plain http address of a local network. */
function newUuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
