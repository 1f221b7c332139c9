import type { BoardPast } from './board-past';
import { canonical, type Finding, sees } from './finding';
import type { History, OpSeen, Ops } from './history';

type Pasts = ReadonlyMap<string, BoardPast>;
type Person = History['run']['people'][number];

const NOTHING = { type: 'noop' } as const;

/** Every op reached each follower as their rights see its task, and no PRIVATE task anyone else (SPEC.md#visibility). */
export function checkSight({ run, ops }: History, pasts: Pasts): Finding[] {
  const expected = new Map<string, string>();
  return ops.flatMap((line) => {
    const past = pasts.get(line.projectId);
    const person = run.people.find(({ userId }) => userId === line.userId);
    if (!past || !person) return [{ rule: 'sight' as const, text: `${line.client} is of an unknown board` }];
    return line.ops.flatMap((op): Finding[] => {
      const key = `${line.projectId} ${op.v} ${person.userId}`;
      const wanted = expected.get(key) ?? canonical(asSeenBy(person, past, op.v));
      expected.set(key, wanted);
      const got = canonical(op);
      const last = line.ops.at(-1)?.v ?? op.v;
      if (got === wanted || got === canonical(asMissedBy(person, past, op.v, last))) return [];
      const isHidden = wanted === canonical({ ...NOTHING, v: op.v });
      return [
        { rule: isHidden ? 'sight' : 'followers', text: `${line.client} was sent ${got}, not ${wanted}` },
      ];
    });
  });
}

function asSeenBy(person: Person, past: BoardPast, v: number): OpSeen {
  const op = past.log[v - 1];
  if (!op) return { v, ...NOTHING };
  if (op.type === 'column.rebalanced') {
    const ranks = (op.patch?.ranks ?? {}) as Record<string, string>;
    const shown = Object.entries(ranks).filter(([id]) => sees(person, past.task(id, v)));
    return { ...op, patch: { ...op.patch, ranks: Object.fromEntries(shown) } };
  }
  const step = past.steps.get(v);
  if (!step) return op;
  const [before, after] = [sees(person, step.before), sees(person, step.after)];
  if (before && !after && op.type !== 'task.deleted') return { ...op, type: 'task.deleted', patch: {} };
  if (!before && after && step.before) return { ...op, type: 'task.created', patch: { ...step.after } };
  return before || after ? op : { v, ...NOTHING };
}

/** The same in a catch-up up to a version: nothing of a task that they do not see after that. */
function asMissedBy(person: Person, past: BoardPast, v: number, last: number): OpSeen {
  const isHidden = (taskId: string): boolean => {
    for (let at = last; at >= v; at--) {
      const step = past.log[at - 1]?.taskId === taskId && past.steps.get(at);
      if (step) return !sees(person, step.after ?? step.before);
    }
    return false;
  };
  const op = asSeenBy(person, past, v);
  if (op.type === 'column.rebalanced') {
    const ranks = Object.entries((op.patch?.ranks ?? {}) as Record<string, string>);
    return {
      ...op,
      patch: { ...op.patch, ranks: Object.fromEntries(ranks.filter(([id]) => !isHidden(id))) },
    };
  }
  return op.taskId !== undefined && isHidden(op.taskId) ? { v, ...NOTHING } : op;
}

/** Hashes that watchers were told are the log's, and each of them has come to the end of it (I1). */
export function checkWatchers({ heads, stands, ops }: History, pasts: Pasts): Finding[] {
  const findings: Finding[] = [];
  const hashes = new Map<string, string | undefined>();
  for (const { client, projectId, v, hash } of heads) {
    const key = `${projectId} ${v}`;
    if (!hashes.has(key)) hashes.set(key, pasts.get(projectId)?.hash(v));
    if (hashes.get(key) !== hash)
      findings.push({ rule: 'convergence', text: `${client} was told another hash at ${v} of ${projectId}` });
  }
  for (const { client, projectId, v } of stands) {
    const head = pasts.get(projectId)?.head;
    if (v !== head)
      findings.push({ rule: 'convergence', text: `${client} ended at ${v} of ${projectId}, not ${head}` });
  }
  for (const follower of new Set(stands.map(({ client }) => client)))
    findings.push(...checkOneWay(ops.filter(({ client }) => client === follower)));
  return findings;
}

/** Each client applies rising versions (I6): a catch-up begins where the last one ended, or at a snapshot beyond it. */
function checkOneWay(lines: readonly Ops[]): Finding[] {
  const at = new Map<string, number>();
  return lines.flatMap(({ client, projectId, since, ops }): Finding[] => {
    const before = at.get(projectId) ?? 0;
    at.set(projectId, ops.at(-1)?.v ?? since);
    return since >= before
      ? []
      : [{ rule: 'followers', text: `${client} went back from ${before} to ${since}` }];
  });
}
