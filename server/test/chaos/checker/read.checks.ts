import type { BoardPast } from './board-past';
import { type Finding, sees, textOf } from './finding';
import type { History, Read } from './history';

type Pasts = ReadonlyMap<string, BoardPast>;

/** A snapshot shows the board as it was at its version, as far as its reader may see it (R4, SPEC.md#visibility). */
export function checkReads({ run, reads }: History, pasts: Pasts): Finding[] {
  return reads.flatMap((read): Finding[] => {
    const past = pasts.get(read.projectId);
    const person = run.people.find(({ userId }) => userId === read.userId);
    if (!past || !person)
      return [{ rule: 'reads', text: `${nameOf(read)} is of an unknown board or person` }];
    if (read.v > past.head)
      return [{ rule: 'reads', text: `${nameOf(read)} is beyond the log's ${past.head}` }];
    const shown = new Map(read.tasks.map((task) => [task.id, task]));
    const findings: Finding[] = [];
    for (const task of past.at(read.v)) {
      const copy = shown.get(task.id);
      shown.delete(task.id);
      if (!sees(person, task)) {
        if (copy)
          findings.push({ rule: 'sight', text: `${nameOf(read)} shows ${task.id}, which is PRIVATE` });
      } else if (!copy) findings.push({ rule: 'reads', text: `${nameOf(read)} lacks ${task.id}` });
      else if (textOf(copy) !== textOf(task))
        findings.push({ rule: 'reads', text: `${nameOf(read)} has ${textOf(copy)}, not ${textOf(task)}` });
    }
    for (const id of shown.keys())
      findings.push({ rule: 'reads', text: `${nameOf(read)} has ${id}, which is not there` });
    if (shown.size > 0 || new Set(read.tasks.map(({ id }) => id)).size === read.tasks.length) return findings;
    return [...findings, { rule: 'reads', text: `${nameOf(read)} has a task twice` }];
  });
}

/**
 * A session never goes back, and sees its own acknowledged writes (I6, I13); nor does a read that began after someone else's
 * write was acknowledged lack it.
 */
export function checkSessions({ writes, reads }: History, pasts: Pasts): Finding[] {
  const findings: Finding[] = [];
  const versions = new Map<string, number>();
  for (const { log } of pasts.values())
    for (const { mutationId, v } of log) if (mutationId) versions.set(mutationId, v);
  for (const projectId of pasts.keys()) {
    const log = new Set(pasts.get(projectId)?.log.map(({ mutationId }) => mutationId));
    const acknowledged = writes
      .flatMap(({ key, client, end }) =>
        end?.outcome === 'ok' && log.has(key) ? [{ at: end.at, v: versions.get(key) ?? 0, client }] : [],
      )
      .sort((a, b) => a.at - b.at);
    const mine = new Map<string, { at: number; v: number }[]>();
    let next = 0;
    let known = 0;
    for (const read of reads.filter((one) => one.projectId === projectId).sort((a, b) => a.from - b.from)) {
      for (let one = acknowledged[next]; one && one.at < read.from; one = acknowledged[++next])
        known = Math.max(known, one.v);
      if (read.v < known)
        findings.push({
          rule: 'session',
          text: `${nameOf(read)} began after version ${known} was acknowledged`,
        });
      const earlier = mine.get(read.client) ?? [];
      const latest = Math.max(
        0,
        ...earlier
          .slice(-8)
          .filter(({ at }) => at < read.from)
          .map(({ v }) => v),
      );
      if (read.v < latest)
        findings.push({ rule: 'session', text: `${nameOf(read)} came after version ${latest} was read` });
      mine.set(read.client, [...earlier.slice(-8), { at: read.at, v: read.v }]);
    }
  }
  return findings;
}

/** After the last fault all nodes show each person the same board, the log's head. */
export function checkEnd({ run, reads, comments }: History, pasts: Pasts): Finding[] {
  const findings: Finding[] = [];
  const last = reads.filter(({ isLast }) => isLast);
  for (const projectId of run.projectIds) {
    const head = pasts.get(projectId)?.head ?? 0;
    const of = last.filter((read) => read.projectId === projectId);
    if (of.length === 0) findings.push({ rule: 'convergence', text: `nobody read ${projectId} at the end` });
    for (const read of of)
      if (read.v !== head)
        findings.push({ rule: 'convergence', text: `${nameOf(read)} at the end, and the log is at ${head}` });
  }
  for (const { taskId, comments: shown } of comments)
    findings.push(...checkComments(taskId, shown, [...pasts.values()]));
  return findings;
}

function checkComments(
  taskId: string,
  shown: readonly { id: string; text: string }[],
  pasts: readonly BoardPast[],
): Finding[] {
  const ops = pasts.flatMap(({ log }) =>
    log.filter((op) => op.taskId === taskId && op.type.startsWith('comment.')),
  );
  const texts = new Map<string, string[]>();
  const deleted = new Set<string>();
  for (const { type, patch = {} } of ops) {
    const whole = patch.comment as { id: string; text: string } | undefined;
    const id = whole?.id ?? `${patch.commentId}`;
    if (type === 'comment.deleted') deleted.add(id);
    else texts.set(id, [...(texts.get(id) ?? []), whole?.text ?? `${patch.text}`]);
  }
  for (const id of deleted) texts.delete(id);
  const findings: Finding[] = [];
  const inOneProject = pasts.filter(({ log }) => log.some((op) => op.taskId === taskId)).length === 1;
  for (const { id, text } of shown) {
    const written = texts.get(id);
    const isRight = inOneProject ? written?.at(-1) === text : written?.includes(text);
    if (!isRight)
      findings.push({
        rule: 'reads',
        text: `the comment ${id} of ${taskId} is "${text}", not ${written?.join()}`,
      });
    texts.delete(id);
  }
  for (const id of texts.keys())
    findings.push({ rule: 'reads', text: `the comment ${id} of ${taskId} is not shown` });
  return findings;
}

function nameOf({ client, projectId, v, at }: Read): string {
  return `${client}'s read of ${projectId} at version ${v} (${Math.round(at)} ms)`;
}
