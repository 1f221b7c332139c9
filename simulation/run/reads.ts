import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import { canInProject } from '@livelane/shared/permissions/permissions';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { canSee } from '../../server/src/features/tasks/task.visibility';
import type { Truth } from './invariants';
import { applyTo, follow } from './pushes';
import type { Answered } from './requests';
import type { Stage } from './simulation';

const BOARD = /^\/kanban\/project\/([^/?]+)$/;
const OPS = /^\/kanban\/project\/([^/?]+)\/ops\?/;

/** The part of a board at a version that a read showed. */
interface Shown {
  userId: string;
  at: number;
  v: number;
  taskIds: string[];
  what: string;
  /** Shown of the past: by the sight after that version alone, and by a deleted task's last one. */
  isPast?: boolean;
}

/** SPEC.md#visibility, R4, I15: reads of boards and ops show only what their readers could see by a role of then. */
export function checkReads({ history, users, requests }: Stage, { projectId, epoch, ops }: Truth): void {
  const shown = requests.answers.flatMap((answer) => shownBy(answer, projectId, epoch) ?? []);
  if (shown.length === 0) return;
  const byVersion = new Map<number, Shown[]>();
  for (const each of shown) byVersion.set(each.v, [...(byVersion.get(each.v) ?? []), each]);
  const rolesOf = rolesByUser(ops, users[0]?.id);
  const tasks = new Map<string, StoredTask>();
  const last = new Map<string, StoredTask>();
  const check = (v: number, before: ReadonlyMap<string, StoredTask>): boolean => {
    for (const { userId, at, taskIds, what, isPast } of byVersion.get(v) ?? []) {
      const roles = rolesOf(userId, v, at);
      if (roles.length === 0) {
        history.fail('I11', `${what} at version ${v} was read by ${userId}, who is no member`);
        return false;
      }
      for (const taskId of taskIds) {
        const seen = isPast ? [last.get(taskId)] : [before.get(taskId), tasks.get(taskId)];
        const sights = seen.flatMap((task) => task ?? []);
        if (roles.some((role) => sights.some((task) => canSee({ userId, role }, task)))) continue;
        history.fail(
          'visibility',
          `${what} at version ${v} shows ${userId} ${taskId}, which they cannot see`,
        );
        return false;
      }
    }
    return true;
  };
  if (!check(0, tasks)) return;
  for (const op of ops) {
    const before = new Map(tasks);
    applyTo(tasks, op);
    for (const [taskId, task] of tasks) last.set(taskId, task);
    if (!check(op.v, before)) return;
  }
}

/** The roles in which someone may have read version `v`: that of then, and those that they got until the answer came. */
function rolesByUser(ops: Truth['ops'], ownerId: string | undefined) {
  const steps: Array<{ v: number; at: number; roles: Map<string, ProjectRole> }> = [];
  const roles = new Map<string, ProjectRole>(ownerId ? [[ownerId, 'owner']] : []);
  steps.push({ v: 0, at: 0, roles: new Map(roles) });
  for (const op of ops) {
    if (!op.type.startsWith('member.')) continue;
    follow(roles, op);
    steps.push({ v: op.v, at: Date.parse(op.at), roles: new Map(roles) });
  }
  return (userId: string, v: number, at: number): ProjectRole[] => {
    const then = steps.findLastIndex((step) => step.v <= v);
    const found = steps
      .filter((step, index) => index >= then && step.at <= at)
      .flatMap(({ roles: held }) => held.get(userId) ?? []);
    return [...new Set(found)].filter((role) => canInProject(role, 'board.read'));
  };
}

function shownBy({ request, status, text, at }: Answered, wanted: string, epoch: string): Shown[] | null {
  if (request.method !== 'GET' || status !== 200) return null;
  const { userId, path } = request;
  const [, boardId] = BOARD.exec(path) ?? [];
  if (boardId === wanted) {
    const lines = text.split('\n').filter((line) => line !== '');
    const [top, ...more] = lines.map(
      (line) => JSON.parse(line) as { v: number; epoch: string; tasks?: Task[]; columns?: Column[] },
    );
    if (top?.epoch !== epoch) return null;
    const tasks = [...(top.columns ?? []), ...more].flatMap((part) => part.tasks ?? []);
    return [{ userId, at, v: top.v, taskIds: tasks.map(({ id }) => id), what: 'the board' }];
  }
  const [, logId] = OPS.exec(path) ?? [];
  if (logId !== wanted) return null;
  const page = JSON.parse(text) as { epoch?: string; to?: number; ops?: VisibleOp[] };
  if (page.epoch !== epoch) return null;
  const { to = 0, ops = [] } = page;
  return ops.flatMap((op): Shown[] => {
    if (op.type === 'noop' || !('taskId' in op)) return [];
    const { v, type } = op;
    const then = { userId, at, v, taskIds: [op.taskId], what: type };
    // Whoever held a task that they may not see any more is told that it is gone, and nothing else of it.
    return type === 'task.deleted' ? [then] : [then, { ...then, v: to, what: `${type} ${v}`, isPast: true }];
  });
}

interface Task {
  id: string;
}

interface Column {
  tasks: Task[];
}
