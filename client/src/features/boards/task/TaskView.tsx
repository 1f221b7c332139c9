import type { BoardMember } from '@livelane/shared/boards/board.schema';
import { TITLE_MAX } from '@livelane/shared/http/limits';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { ChecklistItem } from '@livelane/shared/tasks/checklist';
import type { CreateTaskInput, StoredTask } from '@livelane/shared/tasks/task.schema';
import { textLength } from '@livelane/shared/values/text-length';
import { type ReactNode, useEffect, useRef } from 'react';
import { removeItem } from '#board-sync/checklist.mutations';
import type { BoardMutation } from '#board-sync/mutations';
import { LabelField } from '#features/labels/components/LabelField';
import { TaskDialog } from '#features/tasks/components/TaskDialog';
import type { EditProps, NewProps } from '#features/tasks/taskDialog.types';
import { withLateTexts } from '#i18n/late.texts';
import { useT } from '#i18n/useT';
import { clock } from '#lib/clock';
import { useCurrentUser } from '#lib/useSession';
import { useAppStore } from '#store/hooks';
import { deferred } from '#ui/lazy/deferred';
import { showToast } from '#ui/toast/toast.store';
import { useErrorToast } from '#ui/toast/useErrorToast';
import { usePainted } from '#ui/usePainted';
import { useBoard } from '../board.context';
import { Checklist } from '../checklist/Checklist';
import { dropItemEdit, itemEdits } from '../checklist/item.draft';
import { refusalOf } from '../columns/column.limit';
import { useColumnName } from '../columns/useColumnName';
import { StrandedEdit } from './StrandedEdit';
import { dropTexts, moveTexts, typedTexts } from './typed.texts';
import { useStrandedEdits } from './useStrandedEdits';

const TaskConversation = deferred(
  withLateTexts(async () => (await import('../conversation/TaskConversation')).default),
  undefined,
  () => null,
);

type Given<Props> = Omit<
  Props,
  | 'labels'
  | 'stateName'
  | 'labelField'
  | 'onPeopleWanted'
  | 'people'
  | 'stranded'
  | 'onDiscardStranded'
  | 'checklist'
  | 'conversation'
  | 'isWhole'
>;
interface Talk {
  role: ProjectRole | null;
  /** The people of the task's project. */
  members: readonly BoardMember[];
  projectName: (projectId: string) => string | undefined;
  /** @param action what the changes have in common that are undone as one */
  onChange: (make: (task: StoredTask) => BoardMutation, notice?: string, action?: string) => void;
  /** Creates a task. @returns the painted one @throws ApiError when the server refuses */
  onCreate: (input: CreateTaskInput, action?: string) => Promise<StoredTask | null>;
}
type Props = Given<NewProps> | (Given<EditProps> & { talk: Talk });

const itemDrafts = { edits: itemEdits, dropEdit: dropItemEdit };

/** The names of the fields that texts are typed into. */
const FIELDS = { comment: 'comment_write', item: 'checklist_add' } as const;

/** A task with the parts of other features. */
export default function TaskView(props: Props) {
  const t = useT();
  const userId = useCurrentUser().id;
  const { labels, people, workspaceOf, onPeopleWanted } = useBoard();
  const stateName = useColumnName();
  useEffect(() => void TaskConversation.preload().catch(() => undefined), []);
  const isPainted = usePainted();
  // Title and description render at once; the rest a frame later, while the dialog fades in. Steps do not fade.
  const isWhole = isPainted || (props.mode === 'edit' && (props.isStep ?? false));
  const parts = {
    isWhole,
    labels,
    people,
    onPeopleWanted,
    stateName,
    labelField: (...[projectId, field, onMaking]: Parameters<EditProps['labelField']>): ReactNode => (
      <LabelField workspaceId={workspaceOf(projectId)} {...field} onMaking={onMaking} />
    ),
  };
  if (props.mode === 'new') return <TaskDialog {...props} {...parts} />;
  const { talk, ...edit } = props;
  const { task, opened, canEdit, onCreate } = edit;
  const stranded = task && canEdit ? [] : typedTexts(userId, opened.id);
  const createAgain = async (input: CreateTaskInput) => {
    const made = await onCreate(input);
    if (made) moveTexts(userId, opened.id, made.id);
    return made;
  };
  return (
    <TaskDialog
      {...edit}
      {...parts}
      onCreate={createAgain}
      stranded={stranded.map(({ kind, text }) => ({ label: t(FIELDS[kind]), text }))}
      onDiscardStranded={() => dropTexts(userId, opened.id)}
      checklist={isWhole && task && <TaskChecklist task={task} canEdit={canEdit} talk={talk} />}
      conversation={
        isWhole && task && <TaskConversation {...talk} task={task} labelName={(id) => labels.get(id)?.name} />
      }
    />
  );
}

interface ChecklistProps {
  task: StoredTask;
  canEdit: boolean;
  talk: Talk;
}

function TaskChecklist({ task, canEdit, talk: { onChange, onCreate } }: ChecklistProps) {
  const t = useT();
  const store = useAppStore();
  const board = useBoard();
  const nameOf = useColumnName();
  const showError = useErrorToast();
  const promoting = useRef(new Set<string>());
  /**
   * The new task gets the column and the visibility of the item's task, and in its description what is too long for a
   * title. The item is removed once the task exists: the
   * personal board cannot know that a column is full.
   */
  const promote = async (item: ChecklistItem): Promise<boolean> => {
    if (promoting.current.has(item.id)) return false;
    const isWhole = textLength(item.text) <= TITLE_MAX;
    const title = isWhole ? item.text : [...item.text].slice(0, TITLE_MAX).join('');
    const description = isWhole ? {} : { description: item.text };
    const action = clock.newId();
    const { projectId, state, visibility } = task;
    // It comes from no column: stands for the archive, which can never be full.
    const full = refusalOf(store.getState(), board, state, [{ state: 'ARCHIVE', visibility }]);
    if (full) {
      showToast({
        description: t('column_full_text', { ...full, state: nameOf(state) }),
        variant: 'destructive',
      });
      return false;
    }
    promoting.current.add(item.id);
    try {
      await onCreate({ title, ...description, projectId, state, visibility }, action);
    } catch (error) {
      showError(error);
      return false;
    } finally {
      promoting.current.delete(item.id);
    }
    onChange((now) => removeItem(clock, now, item), t('checklist_promoted', { title }), action);
    return true;
  };
  const isGone = (itemId: string) => !task.checklist.some(({ id }) => id === itemId);
  const { stranded, discard } = useStrandedEdits(itemDrafts, task.id, isGone);
  return (
    <>
      <Checklist task={task} canEdit={canEdit} onChange={onChange} onPromote={promote} />
      {canEdit &&
        stranded.map(({ id, text }) => (
          <StrandedEdit
            key={id}
            notice={t('checklist_gone')}
            label={t('checklist_text')}
            text={text}
            onDiscard={() => discard(id)}
          />
        ))}
    </>
  );
}
