import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { OpDocument } from '../../server/src/oplog/op.model';
import type { Truth } from './invariants';
import { applyTo } from './pushes';
import type { Sent } from './requests';
import { isSame } from './same';
import type { Stage } from './simulation';

/** A move that waited for longer states which column its user saw (SPEC.md#conflicts). */
const WAITED_MS = 2_000;
/** The time between making a request and its leaving. */
const LEAVING_MS = 100;

interface Wish {
  description?: string;
  assignees?: string[];
  baseLists?: { assignees?: string[] };
  baseRev?: number;
  baseProjectId?: string;
  expectedState?: string;
}

/** The state before an op, and how its tasks got there. */
interface Then {
  tasks: ReadonlyMap<string, StoredTask>;
  /** A task as it was after each version that changed it. */
  past: ReadonlyMap<string, Array<{ v: number; task: StoredTask }>>;
  /** Who put each task into the state that it is in. */
  movers: ReadonlyMap<string, string>;
}

/** SPEC.md#conflicts: nobody overwrites changes that they have not seen. */
export function checkConflicts({ history, requests }: Stage, { projectId, ops }: Truth): void {
  const sent = requests.latest();
  // The first sending of a move that was made while live may be the one that counts.
  for (const { path, body, mutationId } of requests.sent)
    if (path === '/kanban/moveTask' && (body as Wish).expectedState === undefined) sent.delete(mutationId);
  const tasks = new Map<string, StoredTask>();
  const past = new Map<string, Array<{ v: number; task: StoredTask }>>();
  const movers = new Map<string, string>();
  for (const op of ops) {
    const request = sent.get(op.mutationId);
    if (request) {
      const fault = faultOf(op, request, projectId, { tasks, past, movers });
      if (fault) {
        history.fail('conflicts', `version ${op.v} (${op.type}) of ${op.taskId} ${fault}`);
        return;
      }
    }
    const before = new Map(tasks);
    applyTo(tasks, op);
    for (const [taskId, task] of tasks) {
      if (task === before.get(taskId)) continue;
      past.set(taskId, [...(past.get(taskId) ?? []), { v: op.v, task }]);
      if (task.state !== before.get(taskId)?.state) movers.set(taskId, op.actorId);
    }
  }
}

function faultOf(op: OpDocument, { body }: Sent, projectId: string, then: Then): string | null {
  const wish = (body ?? {}) as Wish;
  const now = then.tasks.get(op.taskId ?? '');
  if (!now) return null;
  if (op.type === 'task.moved') return staleMove(op, wish, now, then.movers.get(now.id));
  if (op.type !== 'task.patched' || wish.baseRev === undefined) return null;
  if ((wish.baseProjectId ?? projectId) !== projectId) return null;
  const base = then.past.get(now.id)?.findLast(({ v }) => v <= (wish.baseRev ?? 0))?.task;
  if (!base) return null;
  const patch = op.patch as Partial<StoredTask>;
  if (patch.description !== undefined && base.description !== now.description)
    return `overwrites a description that its user had not seen`;
  if (patch.assignees === undefined || wish.assignees === undefined) return null;
  const seen = wish.baseLists?.assignees ?? base.assignees;
  const expected = now.assignees.filter((id) => !seen.includes(id) || wish.assignees?.includes(id));
  expected.push(...wish.assignees.filter((id) => !seen.includes(id) && !expected.includes(id)));
  return isSame([...expected].sort(), [...patch.assignees].sort())
    ? null
    : `assigns ${patch.assignees.join()}, not ${expected.join()}`;
}

function staleMove(
  op: OpDocument,
  { expectedState }: Wish,
  now: StoredTask,
  mover: string | undefined,
): string | null {
  if (expectedState === undefined || expectedState === now.state || mover === op.actorId) return null;
  return `came from ${expectedState}, and ${mover} had moved it to ${now.state} meanwhile`;
}

/** SPEC.md#conflicts: a move that waited states which column its user saw. */
export function checkWaitedMoves({ history, requests }: Stage): void {
  for (const { path, body, mutationId, at } of requests.sent) {
    if (path !== '/kanban/moveTask') continue;
    const made = requests.made.get(mutationId);
    if (!made || at - made.mutation.entry.at < WAITED_MS + LEAVING_MS) continue;
    if ((body as Wish).expectedState !== undefined) continue;
    // "Move it anyway": its user has been asked.
    if (wasAsked(requests, mutationId, at)) continue;
    history.fail('conflicts', `a move that waited for ${at - made.at} ms did not say what its user saw`);
    return;
  }
}

function wasAsked({ answers }: Stage['requests'], mutationId: string, before: number): boolean {
  return answers.some(
    ({ at, code, request }) =>
      at <= before && code === 'stale_move' && request.headers['idempotency-key'] === mutationId,
  );
}
