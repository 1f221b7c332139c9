import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { CreateTaskInput, StoredTask, UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import { useQuery } from '@tanstack/react-query';
import { patchTask } from '#board-sync/edit.mutations';
import { projectQuery } from '#features/projects/projects.api';
import { newTaskValues } from '#features/tasks/task.form';
import { readMade } from '#features/tasks/tasks.api';
import { useT } from '#i18n/useT';
import { clock } from '#lib/clock';
import { useCurrentUser } from '#lib/useSession';
import type { useChanges } from '../changes/useChanges';
import { cardElement, focusSoon } from '../keyboard/cardFocus';
import type { BoardScreenProps } from '../screen/BoardScreen';
import TaskView from './TaskView';
import { useLiveTask } from './useLiveTask';
import { dialogKey, type OpenedTask as Opened } from './useOpened';
import { type SavesOptions, useSaves } from './useSaves';
import { useTaskSteps } from './useTaskSteps';

interface Props
  extends Pick<
      BoardScreenProps,
      | 'boardId'
      | 'projects'
      | 'membersIn'
      | 'assignableIn'
      | 'projectForNew'
      | 'suggestedProject'
      | 'onProjectUsed'
    >,
    Pick<ReturnType<typeof useChanges>, 'commit'>,
    SavesOptions {
  opened: Opened;
  onStep: (taskId: string, isStep: boolean) => void;
  /** The user keeps a dialog that they have left. */
  onStay: (opened: Opened) => void;
  onClose: () => void;
}

/** The dialog of a new task, or of one of a board's. */
export default function OpenedTask(props: Props) {
  const { opened, boardId, projects, commit, onStay } = props;
  const t = useT();
  const { id: userId, firstName, surname } = useCurrentUser();
  /** Before a project is chosen, and until its people are known, there is only the user. */
  const orUser = (known: readonly BoardMember[]): readonly BoardMember[] =>
    known.length > 0 ? known : [{ id: userId, firstName, surname, roleId: 'member' }];
  const taskThen = opened.kind === 'edit' ? opened.task : null;
  const taskId = taskThen?.id ?? '';
  const { task, isElsewhere } = useLiveTask(boardId, taskThen);
  const { previous, next } = useTaskSteps(taskId);
  const stepTo = (id: string | null) => (id === null ? null : () => props.onStep(id, true));
  const byId = (id: string | undefined) => projects.find((project) => project.id === id);
  const editable = projects.filter((project) => project.canEdit);
  const isUnknown = isElsewhere && !byId(task?.projectId);
  const { data: unknown } = useQuery({ ...projectQuery(task?.projectId ?? ''), enabled: isUnknown });
  const { edit, create, createHere, close } = useSaves(props);
  const onClose = () => {
    close();
    props.onClose();
    // Opened by its address, the dialog has no element to give the focus back to.
    focusSoon(() => {
      const focused = document.activeElement;
      return focused === document.body ? cardElement(taskId) : (focused as HTMLElement);
    });
  };
  const onCreate = async (input: CreateTaskInput) => {
    const made = await createHere(input).catch((refusal: unknown) => readMade(refusal, input.id));
    props.onProjectUsed?.(input.projectId);
    return made;
  };
  const common = {
    membersOf: (projectId: string) => orUser(props.assignableIn(projectId)),
    draft: opened.draft,
    keepAs: { userId, boardId },
    onCreate,
    onMade: (made: StoredTask) => onStay({ kind: 'edit', task: made, key: dialogKey(opened) }),
    isLeft: opened.isLeft ?? false,
    onStay: () => onStay(opened),
    onClose,
  };
  if (opened.kind === 'new')
    return (
      <TaskView
        {...common}
        mode="new"
        initial={newTaskValues(userId, t('task_new'), {
          state: opened.state,
          projectId: props.projectForNew ?? props.suggestedProject ?? '',
        })}
        given={opened.given}
        projects={editable}
        canEdit
      />
    );
  const { projectId } = task ?? opened.task;
  // Its new project may be unknown here: the server decides.
  const project = byId(projectId) ?? byId(opened.task.projectId);
  const onSubmit = (input: UpdateTaskInput, seenText: string) =>
    edit(opened.task, (now, board) => patchTask(clock, board, now, input, seenText));
  return (
    <TaskView
      {...common}
      mode="edit"
      steps={{ onPrevious: stepTo(previous), onNext: stepTo(next) }}
      isStep={opened.isStep ?? false}
      opened={opened.task}
      task={task}
      isElsewhere={isElsewhere}
      projects={[...(project?.canEdit ? editable : projects), ...(isUnknown && unknown ? [unknown] : [])]}
      canEdit={project?.canEdit ?? false}
      onSubmit={onSubmit}
      talk={{
        role: project?.role ?? null,
        members: orUser(props.membersIn(projectId)),
        projectName: (id) => byId(id)?.name,
        onChange: (make, notice, action) => commit(taskId, make, notice, task, action),
        onCreate: (input, action) => create(input, action),
      }}
    />
  );
}
