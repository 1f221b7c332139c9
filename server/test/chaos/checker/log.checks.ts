import { BoardPast } from './board-past';
import { canonical, type Finding } from './finding';
import type { History, OpSeen } from './history';

/**
 * The log of a project as its owners saw it, from all that they followed. Versions without a hole or a double (R2), and the
 * same op at the same version for everyone.
 */
export function readLog(history: History, projectId: string): { past: BoardPast; findings: Finding[] } {
  const findings: Finding[] = [];
  const owners = new Set(history.run.people.flatMap(({ userId, isOwner }) => (isOwner ? [userId] : [])));
  const log = new Map<number, { op: OpSeen; text: string }>();
  let head = 0;
  for (const { client, userId, projectId: of, since, ops } of history.ops) {
    if (of !== projectId) continue;
    let v = since;
    for (const op of ops) {
      if (op.v !== v + 1)
        findings.push({ rule: 'versions', text: `${client} was sent ${op.v} of ${of} after ${v}` });
      v = op.v;
      head = Math.max(head, v);
      if (!owners.has(userId)) continue;
      const text = canonical(op);
      const known = log.get(op.v);
      if (!known) log.set(op.v, { op, text });
      else if (known.text !== text)
        findings.push({
          rule: 'log',
          text: `version ${op.v} of ${of} was ${known.text} and, to ${client}, ${text}`,
        });
    }
  }
  const whole: OpSeen[] = [];
  for (let v = 1; v <= head; v++) {
    const entry = log.get(v);
    if (!entry) {
      findings.push({ rule: 'versions', text: `no owner was ever sent version ${v} of ${projectId}` });
      break;
    }
    whole.push(entry.op);
  }
  const past = new BoardPast(whole);
  findings.push(...past.faults.map((text): Finding => ({ rule: 'log', text: `${projectId}: ${text}` })));
  return { past, findings };
}

/** Each key once in all logs, and nothing that nobody requested (I4, I5). */
export function checkKeys(history: History, pasts: ReadonlyMap<string, BoardPast>): Finding[] {
  const findings: Finding[] = [];
  const asked = new Set(history.writes.map(({ key }) => key));
  const places = new Map<string, string>();
  const departures = new Set<string>();
  const arrivals: { taskId: string; place: string }[] = [];
  for (const [projectId, { log }] of pasts)
    for (const op of log) {
      const { v, type, mutationId = '', taskId = '', patch } = op;
      const place = `version ${v} of ${projectId}`;
      const other = places.get(mutationId);
      if (other) findings.push({ rule: 'acknowledged once', text: `${mutationId} is ${other} and ${place}` });
      places.set(mutationId, place);
      if (type === 'task.deleted' && patch?.movedTo !== undefined)
        departures.add(`${taskId} ${patch.movedTo}`);
      if (asked.has(mutationId) || type === 'member.added' || type === 'column.rebalanced') continue;
      if (type === 'task.created') arrivals.push({ taskId: `${taskId} ${projectId}`, place });
      else findings.push({ rule: 'log', text: `${place} (${type}) has a key that nobody sent` });
    }
  for (const { taskId, place } of arrivals)
    if (!departures.has(taskId))
      findings.push({ rule: 'log', text: `${place} is the arrival of a task that left nowhere` });
  return findings;
}
