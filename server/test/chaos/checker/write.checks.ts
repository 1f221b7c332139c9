import type { BoardPast, Step } from './board-past';
import type { Finding } from './finding';
import type { History, OpSeen, TaskSeen, Write } from './history';
import { Refusals } from './refusals';

type Pasts = ReadonlyMap<string, BoardPast>;

/** The place of a write in a log. */
interface Place {
  projectId: string;
  op: OpSeen;
}

/** Fields that PUT sets to what it says. */
const SET = ['title', 'description', 'priority', 'visibility', 'state'] as const;

/** Everything that an acknowledged write promises, and what a refused one must not have done. */
export function checkWrites(history: History, pasts: Pasts): Finding[] {
  const places = placesOf(pasts);
  const refusals = new Refusals(history, pasts);
  return history.writes.flatMap((write) => {
    const place = places.get(write.key);
    if (write.end?.outcome === 'ok') return checkAcknowledged(write, place, pasts);
    if (write.end?.outcome === 'refused') return checkRefused(write, place, refusals);
    return [];
  });
}

function placesOf(pasts: Pasts): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const [projectId, { log }] of pasts)
    for (const op of log) if (op.mutationId) places.set(op.mutationId, { projectId, op });
  return places;
}

function checkAcknowledged(write: Write, place: Place | undefined, pasts: Pasts): Finding[] {
  const { answer } = write.end ?? {};
  const name = nameOf(write);
  if (!answer) return [{ rule: 'contents', text: `${name} was acknowledged without a version` }];
  if (!place) {
    if (changesNothing(write, pasts, answer.v)) return [];
    return [{ rule: 'acknowledged once', text: `${name} was acknowledged at ${answer.v}, and is in no log` }];
  }
  const { left } = answer;
  const { projectId, op } = place;
  const told = left ?? { projectId, v: answer.v };
  if (told.v !== op.v || told.projectId !== projectId)
    return [
      {
        rule: 'acknowledged once',
        text: `${name} was acknowledged at ${told.v} of ${told.projectId}, and is ${op.v} of ${projectId}`,
      },
    ];
  const past = pasts.get(projectId);
  const step = past?.steps.get(op.v);
  if (!past || !step) return [{ rule: 'contents', text: `${name} is ${op.type}` }];
  if (left) return checkArrival(write, answer.v, pasts);
  const fault = faultOf(write, step);
  if (fault) return [{ rule: 'contents', text: `${name} ${fault}` }];
  const lost = overwrites(write, step, projectId, past);
  return lost ? [{ rule: 'lost update', text: `${name} ${lost}` }] : [];
}

/** No change, no op: a move onto the same place, or to the project where the task is; a restoration of what is there. */
function changesNothing({ path, body = {} }: Write, pasts: Pasts, v: number): boolean {
  if (path === '/kanban/moveTask')
    return [...pasts.values()].some((past) => past.task(`${body.taskId}`, v)?.state === body.state);
  const [, , taskId = '', part] = path.split('/');
  if (part === 'restore') return [...pasts.values()].some((past) => past.task(taskId, v));
  return typeof body.projectId === 'string' && Boolean(pasts.get(body.projectId)?.task(taskId, v));
}

/** A task that went to another project is there at the version that was told. */
function checkArrival(write: Write, v: number, pasts: Pasts): Finding[] {
  const [, taskId = ''] = /^\/tasks\/([^/]+)$/.exec(write.path) ?? [];
  const op = pasts.get(`${write.body?.projectId}`)?.steps.get(v)?.op;
  if (op?.type === 'task.created' && op.taskId === taskId) return [];
  return [
    {
      rule: 'contents',
      text: `${nameOf(write)} was told version ${v}, which is ${op?.type} of ${op?.taskId}`,
    },
  ];
}

/** The op must do what the request said. */
function faultOf({ method, path, body = {} }: Write, { op, before, after }: Step): string | null {
  const [, collection, id = '', part] = path.split('/');
  const wrong = (text: string) => `is ${op.type} at ${op.v}: ${text}`;
  const expects = (type: string, taskId = op.taskId) =>
    op.type === type && op.taskId === taskId ? null : wrong(`not ${type} of ${taskId}`);
  const has = (task: TaskSeen | null, names: readonly (keyof TaskSeen)[]) => {
    const name = names.find((one) => body[one] !== undefined && task?.[one] !== body[one]);
    return name ? wrong(`${name} is ${task?.[name]}, not ${body[name]}`) : null;
  };
  if (path === '/kanban/moveTask') return expects('task.moved', `${body.taskId}`) ?? has(after, ['state']);
  if (collection === 'comments') {
    if ((op.patch?.commentId ?? '') !== id) return wrong(`not of the comment ${id}`);
    if (method === 'DELETE') return expects('comment.deleted');
    return expects('comment.edited') ?? (op.patch?.text === body.text ? null : wrong('another text'));
  }
  if (part === 'comments') {
    const { text } = (op.patch?.comment ?? {}) as { text?: string };
    return expects('comment.added', id) ?? (text === body.text ? null : wrong('another text'));
  }
  if (part === 'restore') return expects('task.restored', id);
  if (method === 'DELETE') return expects('task.deleted', id);
  if (method === 'POST') return expects('task.created', `${body.id}`) ?? has(after, [...SET, 'projectId']);
  return expects('task.patched', id) ?? has(after, SET) ?? (before ? null : wrong('nothing was there'));
}

/** SPEC.md#conflicts: nobody overwrites a description that they have not seen; assignees are a difference. */
function overwrites(
  { body = {} }: Write,
  { op, before, after }: Step,
  projectId: string,
  past: BoardPast,
): string | null {
  const { baseRev } = body;
  if (typeof baseRev !== 'number' || !before || !after) return null;
  if (body.baseProjectId !== projectId) return null;
  const base = past.task(before.id, baseRev);
  if (!base) return null;
  if (body.description !== undefined && base.description !== before.description)
    return `overwrites at ${op.v} the description "${before.description}", which its user had not seen`;
  if (!Array.isArray(body.assignees)) return null;
  const wanted = body.assignees as string[];
  const expected = new Set(
    before.assignees.filter((id) => wanted.includes(id) || !base.assignees.includes(id)),
  );
  for (const id of wanted) if (!base.assignees.includes(id)) expected.add(id);
  if (expected.size === after.assignees.length && after.assignees.every((id) => expected.has(id)))
    return null;
  return `assigns at ${op.v} ${after.assignees.join()}, not ${[...expected].join()}`;
}

function checkRefused(write: Write, place: Place | undefined, refusals: Refusals): Finding[] {
  const name = nameOf(write);
  const { status, code = '' } = write.end ?? {};
  const findings: Finding[] = [];
  if (!refusals.isExplained(write))
    findings.push({
      rule: 'refused',
      text: `${name} was refused with ${status} ${code}, which nothing explains`,
    });
  // One that was sent before without an answer may be carried out after the refusal of a later sending.
  if (place && write.sent.length === 0)
    findings.push({ rule: 'refused', text: `${name} was refused, and is version ${place.op.v}` });
  return findings;
}

/** Real-time order: what was acknowledged before another write of its board began has the lower version. */
export function checkOrder(history: History, pasts: Pasts): Finding[] {
  const findings: Finding[] = [];
  const places = placesOf(pasts);
  for (const projectId of pasts.keys()) {
    const events = history.writes.flatMap((write) => {
      const place = places.get(write.key);
      if (place?.projectId !== projectId) return [];
      const began = { at: write.at, v: place.op.v, write, isEnd: false };
      if (write.end?.outcome !== 'ok') return [began];
      return [began, { at: write.end.at, v: place.op.v, write, isEnd: true }];
    });
    // What happens at once is not known to be one after the other.
    events.sort((a, b) => a.at - b.at || Number(a.isEnd) - Number(b.isEnd));
    let latest: (typeof events)[number] | undefined;
    for (const event of events)
      if (event.isEnd) {
        if (!latest || event.v > latest.v) latest = event;
      } else if (latest && event.v < latest.v)
        findings.push({
          rule: 'order',
          text: `${nameOf(event.write)} began after ${nameOf(latest.write)} was acknowledged, and is ${event.v}, before ${latest.v}`,
        });
  }
  return findings;
}

/** Tells people which write it is. */
function nameOf({ client, n, method, path, key }: Write): string {
  return `${client}'s write ${n} (${method} ${path}, ${key})`;
}

/** Answers that no fault explains. */
export function checkAnswers({ writes }: History): Finding[] {
  return writes.flatMap((write) =>
    write.sent
      .filter(({ status }) => status === 500)
      .map((): Finding => ({ rule: 'refused', text: `${nameOf(write)} was answered 500` })),
  );
}
