import type { Applier, ApplyOps } from '../../oplog/op.types';
import type { CommentStore } from '../comments/comment.store';
import { projectAppliers } from '../projects/project.appliers';
import type { ProjectStore } from '../projects/project.store';
import { rowWrites } from '../tasks/task.appliers';
import type { RowWrite, TaskStore } from '../tasks/task.store';

/** Brings tasks, comments and projects in line with ops; runs of ops about tasks only go to the database together. */
export function opApplier(tasks: TaskStore, projects: ProjectStore, comments: CommentStore): ApplyOps {
  const ofProjects = projectAppliers(projects);
  return async (ops) => {
    let writes: RowWrite[] = [];
    for (const op of ops) {
      writes.push(...rowWrites(op));
      await comments.apply(op);
      if (!(op.type in ofProjects)) continue;
      await tasks.write(writes);
      writes = [];
      await (ofProjects[op.type as keyof typeof ofProjects] as Applier)(op);
    }
    await tasks.write(writes);
  };
}
