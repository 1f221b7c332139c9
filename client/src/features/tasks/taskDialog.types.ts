import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { CreateTaskInput, StoredTask, UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import type { ReactNode } from 'react';
import type { ShownLabel } from '#ui/label/LabelChip';
import type { TaskSteps } from './components/TaskHeader';
import type { LabelFieldProps } from './components/TaskProperties';
import type { TaskDraft } from './task.draft';
import type { TaskFormValues } from './task.form';

interface CommonProps {
  projects: readonly { id: string; name: string }[];
  /** The people who can be assigned in a project. */
  membersOf: (projectId: string) => readonly BoardMember[];
  /** Whose names the board knows, by id: someone who is assigned may be assignable no more, or not be known as such yet. */
  people: ReadonlyMap<string, PublicUser>;
  /** Called with the projects whose people are needed, to read unknown ones. */
  onPeopleWanted: (projectIds: readonly string[]) => void;
  canEdit: boolean;
  /** Renders the properties, too; without them it is painted sooner. */
  isWhole?: boolean;
  /** The board's name of a column. */
  stateName: (state: TaskState) => string;
  /** By id, of the workspaces whose projects these are. */
  labels: ReadonlyMap<string, ShownLabel>;
  /** The field for the labels of a task of this project; `onMaking` tells whether it is creating one. */
  labelField: (projectId: string, field: LabelFieldProps, onMaking: (isMaking: boolean) => void) => ReactNode;
  /** Text typed before a reload or a new sign-in. */
  draft?: TaskDraft | null | undefined;
  /** The user and board of the stored draft. */
  keepAs: Pick<TaskDraft, 'userId' | 'boardId'>;
  /** Its user has gone back, or asked for something else: it closes, or asks first. */
  isLeft?: boolean;
  /** The user keeps the dialog and their text. */
  onStay?: () => void;
  onClose: () => void;
  /** @returns the new task as it is painted; null if nothing was made */
  onCreate: (input: CreateTaskInput) => Promise<StoredTask | null>;
  /** It is created, but more has been typed since: this dialog goes on as the one of that task. */
  onMade: (task: StoredTask) => void;
}

export interface NewProps extends CommonProps {
  mode: 'new';
  initial: TaskFormValues;
  /** Typed or chosen before it opened, instead of these: kept and asked about like what is typed in it. */
  given?: Partial<TaskFormValues> | undefined;
}

export interface EditProps extends CommonProps {
  mode: 'edit';
  /** The present task, which others may change while the dialog is open; undefined once it is deleted. */
  task: StoredTask | undefined;
  /** It has left the board of this dialog. */
  isElsewhere?: boolean;
  /** The task as it was when the dialog was opened. */
  opened: StoredTask;
  /** @param seenText the description that this user saw before they touched it */
  onSubmit: (input: UpdateTaskInput, seenText: string) => Promise<void>;
  steps?: TaskSteps;
  /** It was reached from the task before or after it. */
  isStep?: boolean;
  /** Texts typed elsewhere in this dialog, whose fields are gone with the task or with the right to change it. */
  stranded?: readonly { label: string; text: string }[];
  onDiscardStranded?: () => void;
  /** Below its texts. */
  checklist?: ReactNode;
  /** Comments and activity; below it. */
  conversation?: ReactNode;
}
