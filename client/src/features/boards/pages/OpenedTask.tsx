import type { CreateTaskInput, StoredTask, UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import { selectTask } from '#board-sync/board.selectors';
import { PERSONAL_BOARD } from '#board-sync/board.types';
import { patchTask } from '#board-sync/mutations';
import { newTaskValues } from '#features/tasks/task.form';
import { useT } from '#i18n/useT';
import { clock } from '#lib/clock';
import { useCurrentUser } from '#lib/useSession';
import { useAppSelector } from '#store/hooks';
import type { BoardScreenProps } from './BoardScreen';
import TaskView from './TaskView';
import type { useChanges } from './useChanges';
import type { useCreate } from './useCreate';
import type { OpenedTask as Opened } from './useOpened';
import { useTaskSteps } from './useTaskSteps';

interface Props
  extends Pick<
      BoardScreenProps,
      | 'boardId'
      | 'projects'
      | 'members'
      | 'membersOf'
      | 'projectForNew'
      | 'suggestedProject'
      | 'onProjectUsed'
    >,
    Pick<ReturnType<typeof useChanges>, 'commit' | 'submit'> {
  opened: Opened;
  create: ReturnType<typeof useCreate>['submit'];
  onStep: (taskId: string, isStep: boolean) => void;
  /** The user keeps a dialog whose address they have left. */
  onStay: (opened: Extract<Opened, { kind: 'edit' }>) => void;
  onClose: () => void;
}

/** The dialog of a new task, or of one of a board's. */
export default function OpenedTask(props: Props) {
  const { opened, boardId, projects, members, membersOf, commit, submit, create, onStay, onClose } = props;
  const t = useT();
  const userId = useCurrentUser().id;
  const taskId = opened.kind === 'edit' ? opened.task.id : '';
  const task = useAppSelector((state) => selectTask(state, boardId, taskId));
  const { previous, next } = useTaskSteps(taskId);
  const stepTo = (id: string | null) => (id === null ? null : () => props.onStep(id, true));
  const editable = projects.filter((project) => project.canEdit);
  const onCreate = async (input: CreateTaskInput) => {
    await create(input);
    props.onProjectUsed?.(input.projectId);
  };
  const common = { membersOf, draft: opened.draft, keepAs: { userId, boardId }, onCreate, onClose };
  if (opened.kind === 'new')
    return (
      <TaskView
        {...common}
        mode="new"
        initial={newTaskValues(userId, opened.title ?? t('task_new'), {
          state: opened.state,
          projectId: props.projectForNew ?? props.suggestedProject ?? '',
          ...opened.given,
        })}
        projects={editable}
        canEdit
      />
    );
  const { projectId } = opened.task;
  const project = projects.find(({ id }) => id === projectId);
  const edit = (input: UpdateTaskInput) =>
    submit(opened.task, (now: StoredTask, board) => patchTask(clock, board, now, input));
  return (
    <TaskView
      {...common}
      mode="edit"
      steps={{ onPrevious: stepTo(previous), onNext: stepTo(next) }}
      isStep={opened.isStep ?? false}
      isLeft={opened.isLeft ?? false}
      onStay={() => onStay(opened)}
      opened={opened.task}
      task={task}
      projects={project?.canEdit ? editable : projects}
      canEdit={project?.canEdit ?? false}
      onSubmit={edit}
      talk={{
        role: project?.role ?? null,
        members: boardId === PERSONAL_BOARD ? membersOf(projectId) : members,
        projectName: (id) => projects.find((each) => each.id === id)?.name,
        onChange: (make, notice) => commit(taskId, make, notice),
        onCreate: create,
      }}
    />
  );
}
