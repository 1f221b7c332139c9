import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { CreateTaskInput, StoredTask, UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import { configureStore } from '@reduxjs/toolkit';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { PROJECT, task, USER } from '#board-sync/board.fixture';
import { boardReducer } from '#board-sync/board.slice';
import { realtimeReducer } from '#board-sync/realtime.slice';
import { I18nProvider } from '#i18n/I18nProvider';
import { loadDraft, type TaskDraft } from '../task.draft';
import { newTaskValues } from '../task.form';
import { TaskDialog } from './TaskDialog';
import type { TaskSteps } from './TaskHeader';

const projects = [{ id: PROJECT, name: 'Apollo' }];
export const OTHER = '00000000-0000-4000-8000-0000000000b0';
const tom = { id: OTHER, firstName: 'Tom', surname: 'Okafor', roleId: 'member' } as const;
export const opened = task({ title: 'Paint the fence', description: 'White', rev: 4 });

interface Shown {
  now?: StoredTask | undefined;
  onSubmit?: (input: UpdateTaskInput) => Promise<void>;
  onCreate?: ((input: CreateTaskInput) => Promise<StoredTask | null | undefined>) | undefined;
  onMade?: (task: StoredTask) => void;
  onClose?: (() => void) | undefined;
  canEdit?: boolean | undefined;
  steps?: TaskSteps;
  isLeft?: boolean;
  isElsewhere?: boolean;
  onStay?: () => void;
  opened?: StoredTask;
  membersOf?: () => BoardMember[];
  people?: ReadonlyMap<string, PublicUser>;
  keepAs?: Pick<TaskDraft, 'userId' | 'boardId'>;
  draft?: null;
}

export const nothing = async () => undefined;
export const keepAs = { userId: USER, boardId: PROJECT };

const store = configureStore({ reducer: { board: boardReducer, realtime: realtimeReducer } });
const shown = (dialog: ReactNode) => (
  <Provider store={store}>
    <I18nProvider>{dialog}</I18nProvider>
  </Provider>
);
const common = ({ onCreate = nothing, onClose = () => undefined, canEdit = true }: Shown) => ({
  keepAs,
  onCreate: async (input: CreateTaskInput) => (await onCreate(input)) ?? null,
  onMade: () => undefined,
  onClose,
  projects,
  membersOf: () => [tom],
  people: new Map(),
  onPeopleWanted: () => undefined,
  labels: new Map(),
  stateName: (state: string) => state,
  labelField: () => null,
  canEdit,
});
/** The dialog of a task. */
export const edit = ({ now, onSubmit = nothing, onCreate, onClose, canEdit, ...more }: Shown) =>
  shown(
    <TaskDialog
      mode="edit"
      task={now}
      opened={opened}
      draft={loadDraft(USER, PROJECT)}
      onSubmit={onSubmit}
      {...common({ onCreate, onClose, canEdit })}
      {...more}
    />,
  );
/** The dialog of a new task. */
export const create = ({ onCreate, onClose, onMade = () => undefined }: Shown) =>
  shown(
    <TaskDialog
      mode="new"
      initial={newTaskValues(USER, 'New task', { state: 'REVIEW', projectId: PROJECT })}
      draft={loadDraft(USER, PROJECT)}
      {...common({ onCreate, onClose })}
      onMade={onMade}
    />,
  );

export const titleField = () => screen.getByRole('textbox', { name: 'Title' });
export const descriptionField = () => screen.getByRole('textbox', { name: 'Description' });
export const save = () => screen.getByRole('button', { name: 'Save' });
export const changedByOthers = /Someone changed this while you were editing/;
