import { boardHash } from '@livelane/shared/boards/board-hash';
import type { PastBoard } from '@livelane/shared/history/history.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { Truth } from './invariants';
import { applyTo } from './pushes';
import { isSame } from './same';
import { finished, type Stage } from './simulation';

/** Versions of each log that are looked back to. */
const LOOKS = 2;

/** R27: the board at a version is the fold of its ops up to there, whose hash was sent at that time. */
export async function checkPast(stage: Stage, { projectId, ops }: Truth): Promise<void> {
  const { cluster, history, users, world } = stage;
  const looks = new Set(Array.from({ length: LOOKS }, () => world.random.below(ops.length + 1)));
  const hashes = new Map(
    cluster.heads.flatMap((head) => (head.projectId === projectId ? [[head.v, head.hash] as const] : [])),
  );
  const tasks = new Map<string, StoredTask>();
  const seen: { v: number; tasks: ReadonlyMap<string, StoredTask> }[] = [];
  for (let v = 0; v <= ops.length; v++) {
    const op = ops[v - 1];
    if (op) applyTo(tasks, op);
    const hash = hashes.get(v);
    if (hash !== undefined && hash !== boardHash([...tasks.values()]))
      history.fail('R27', `the hash that was sent for version ${v} is not that of its ops`);
    if (looks.has(v)) seen.push({ v, tasks: new Map(tasks) });
  }
  // Backwards, so that ops read for a newer version serve an older one.
  for (const then of seen.reverse())
    await finished(world, lookBack(stage, projectId, then.v, then.tasks, users[0]?.id ?? ''));
}

async function lookBack(
  { cluster, history }: Stage,
  projectId: string,
  v: number,
  tasks: ReadonlyMap<string, StoredTask>,
  userId: string,
): Promise<void> {
  const path = `/kanban/project/${projectId}/at?v=${v}`;
  const answer = await cluster.handle({ method: 'GET', path, headers: {}, body: undefined, userId });
  // The project's creator may have left it or lost ownership: then they do not see all of it.
  if (answer?.status === 404) return;
  if (answer?.status !== 200) {
    history.fail('R27', `the board at version ${v} is answered ${answer?.status}`);
    return;
  }
  const board = JSON.parse(answer.text) as PastBoard;
  if (board.role !== 'owner') return;
  const shown = board.columns.flatMap((column) => column.tasks);
  const found = shown.map(({ columnPosition: _place, ...task }) => [task.id, task] as const);
  const byId = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);
  if (!isSame([...found].sort(byId), [...tasks].sort(byId)))
    history.fail('R27', `the board at version ${v} is not the fold of its ops`);
}
