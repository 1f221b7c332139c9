import { PROTOCOL } from '@livelane/shared/http/protocol';
import type { BoardOps, SubscribeAnswer } from '@livelane/shared/realtime/messages.schema';
import { sessionOf } from '../client/browser';
import { CALM } from '../client/line';
import { converge } from './liveness';
import { finished, type Stage, type User } from './simulation';

/** A push in calm weather with a slow packet or two. */
const LIVE_MS = 3_000;
/** Cards that are made while someone subscribes, and how long that takes in the server, about. */
const CARDS_MEANWHILE = 6;
const SUBSCRIBING_MS = 12;

/** Checks live connections once all faults are over. */
export async function checkLive(stage: Stage): Promise<void> {
  const { history, projectIds } = stage;
  for (const projectId of projectIds) await checkPushed(stage, projectId);
  for (const projectId of projectIds) if (!history.violation) await checkSubscribing(stage, projectId);
  if (history.violation) return;
  await loseLastPushes(stage);
  await converge(stage, 'the last cards');
}

/** A change in calm weather is on every live tab at once, and on every other one after its refetch. */
async function checkPushed(stage: Stage, projectId: string): Promise<void> {
  const { world, history, tabs } = stage;
  const { v } = await finished(world, create(stage, projectId));
  await world.advance(LIVE_MS);
  const late = tabs.filter(
    (tab) =>
      tab.boardId === projectId &&
      tab.isOnBoard &&
      tab.connection === 'live' &&
      (tab.projectBoard()?.v ?? v) < v,
  );
  for (const tab of late)
    history.fail('R8', `${tab.name} is live and is at ${tab.projectBoard()?.v}, not ${v}`);
}

/** R9: a subscriber is pushed everything after the version of their answer, also ops that are committed meanwhile. */
async function checkSubscribing(stage: Stage, projectId: string): Promise<void> {
  const { world, cluster, history } = stage;
  const owner = await finished(world, ownerOf(stage, projectId));
  const heard = new Set<number>();
  const send = (event: string, payload: unknown): void => {
    const { projectId: id, from, to } = payload as BoardOps;
    if (event === 'board:ops' && id === projectId) for (let v = from; v <= to; v++) heard.add(v);
  };
  const auth = { token: sessionOf(owner).token, protocol: PROTOCOL };
  const socket = await finished(world, cluster.accept(auth, { send, close: () => undefined }));
  if (!socket || socket instanceof Error) throw new Error(`no socket: ${String(socket)}`);
  const made = Array.from({ length: CARDS_MEANWHILE }, async () => {
    await world.wait(world.random.between(0, SUBSCRIBING_MS));
    return (await create(stage, projectId)).v;
  });
  const answering = new Promise<SubscribeAnswer>((resolve) =>
    socket.receive('board:subscribe', { projectId }, (answer) => resolve(answer as SubscribeAnswer)),
  );
  const [answer, last] = await finished(world, Promise.all([answering, Promise.all(made)]));
  await world.advance(LIVE_MS);
  socket.gone();
  if (!answer.ok) throw new Error(`refused: ${answer.code}`);
  for (let v = answer.v + 1; v <= Math.max(...last); v++)
    if (!heard.has(v)) history.fail('R9', `whoever subscribed at version ${answer.v} was not sent ${v}`);
}

/** The last push of each board is lost, and no later one reveals that: only the server's message of the board's version does. */
async function loseLastPushes(stage: Stage): Promise<void> {
  const { world, browsers, projectIds } = stage;
  for (const { line } of browsers) line.weather = { ...CALM, lostPushes: 1 };
  for (const projectId of projectIds) await finished(world, create(stage, projectId));
  await world.advance(LIVE_MS);
  for (const { line } of browsers) line.weather = CALM;
}

/** An owner of the project: its creator may have left. */
async function ownerOf({ cluster, users }: Stage, projectId: string): Promise<User> {
  const members = await cluster.services().access.projectMembers(projectId);
  const owner = users.find(({ id }) => members.some((each) => each.id === id && each.roleId === 'owner'));
  if (!owner) throw new Error(`${projectId} has no owner`);
  return owner;
}

/** An owner makes a card in BACKLOG, which has room whatever limits there are. */
async function create(stage: Stage, projectId: string): Promise<{ v: number }> {
  const { cluster, requests, world } = stage;
  const mutation = { userId: (await ownerOf(stage, projectId)).id, mutationId: world.random.uuid() };
  requests.otherKeys.add(mutation.mutationId);
  const where = { projectId, state: 'BACKLOG', visibility: 'PUBLIC' } as const;
  return cluster.services().tasks.create(mutation, { title: 'Last', assignees: [], ...where });
}
