import type { CreateTaskInput, StoredTask, UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import { configureStore } from '@reduxjs/toolkit';
import { screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { PROJECT, task, USER } from '#board-sync/board.fixture';
import { boardReducer } from '#board-sync/board.slice';
import { realtimeReducer } from '#board-sync/realtime.slice';
import { I18nProvider } from '#i18n/I18nProvider';
import { loadDraft, type TaskDraft } from '../task.draft';
import { TaskDialog } from './TaskDialog';
import type { TaskSteps } from './TaskHeader';

export const projects = [{ id: PROJECT, name: 'Apollo' }];
export const OTHER = '00000000-0000-4000-8000-0000000000b0';
const tom = { id: OTHER, firstName: 'Tom', surname: 'Okafor', roleId: 'member' } as const;
export const opened = task({ title: 'Paint the fence', description: 'White', rev: 4 });

interface Shown {
  now?: StoredTask | undefined;
  onSubmit?: (input: UpdateTaskInput) => Promise<void>;
  onCreate?: (input: CreateTaskInput) => Promise<void>;
  onClose?: () => void;
  canEdit?: boolean;
  steps?: TaskSteps;
  isLeft?: boolean;
  isElsewhere?: boolean;
  onStay?: () => void;
  opened?: StoredTask;
  keepAs?: Pick<TaskDraft, 'userId' | 'boardId'>;
  draft?: null;
}

export const nothing = async () => undefined;
export const keepAs = { userId: USER, boardId: PROJECT };

const store = configureStore({ reducer: { board: boardReducer, realtime: realtimeReducer } });
/** The dialog of a task. */
export const edit = ({
  now,
  onSubmit = nothing,
  onCreate = nothing,
  onClose = () => undefined,
  canEdit = true,
  ...more
}: Shown) => (
  <Provider store={store}>
    <I18nProvider>
      <TaskDialog
        mode="edit"
        task={now}
        opened={opened}
        draft={loadDraft(USER, PROJECT)}
        keepAs={keepAs}
        onSubmit={onSubmit}
        onCreate={onCreate}
        onClose={onClose}
        projects={projects}
        membersOf={() => [tom]}
        onPeopleWanted={() => undefined}
        labels={new Map()}
        stateName={(state) => state}
        labelField={() => null}
        canEdit={canEdit}
        {...more}
      />
    </I18nProvider>
  </Provider>
);

export const titleField = () => screen.getByRole('textbox', { name: 'Title' });
export const descriptionField = () => screen.getByRole('textbox', { name: 'Description' });
export const save = () => screen.getByRole('button', { name: 'Save' });
