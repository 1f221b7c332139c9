import type { Connection } from 'mongoose';
import type { ChangesOf } from '../database/connect';
import { commentModel } from '../features/comments/comment.model';
import { CommentStore } from '../features/comments/comment.store';
import { CheckpointStore } from '../features/history/checkpoint.store';
import { SeenStore } from '../features/history/seen.store';
import { labelModel } from '../features/labels/label.model';
import { LabelStore } from '../features/labels/label.store';
import { projectModel } from '../features/projects/project.model';
import { ProjectStore } from '../features/projects/project.store';
import { taskModel } from '../features/tasks/task.model';
import { TaskRows } from '../features/tasks/task.rows';
import { TaskStore } from '../features/tasks/task.store';
import { userModel } from '../features/users/user.model';
import { UserStore } from '../features/users/user.store';
import { viewModel } from '../features/views/view.model';
import { ViewStore } from '../features/views/view.store';
import { workspaceModel } from '../features/workspaces/workspace.model';
import { WorkspaceStore } from '../features/workspaces/workspace.store';

export type Stores = ReturnType<typeof createStores>;

/** The collections that more than one feature reads. */
export function createStores(connection: Connection, changesOf: ChangesOf) {
  return {
    users: new UserStore(userModel(connection)),
    workspaces: new WorkspaceStore(workspaceModel(connection), changesOf),
    projects: new ProjectStore(projectModel(connection), changesOf),
    tasks: new TaskStore(taskModel(connection)),
    taskRows: new TaskRows(taskModel(connection)),
    comments: new CommentStore(commentModel(connection)),
    labels: new LabelStore(labelModel(connection)),
    views: new ViewStore(viewModel(connection)),
    seen: new SeenStore(connection, changesOf),
    checkpoints: new CheckpointStore(connection),
  };
}
