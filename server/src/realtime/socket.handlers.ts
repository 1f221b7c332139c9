import type { ClientEvent } from '@livelane/shared/realtime/events';
import {
  presenceSchema,
  type Refusal,
  renewSchema,
  type Subscribed,
  type SubscribeRequest,
  subscribeManySchema,
  subscribeSchema,
  unsubscribeSchema,
} from '@livelane/shared/realtime/messages.schema';
import { Semaphore } from '@livelane/shared/semaphore';
import type { Logger } from 'pino';
import { toAppError } from '../http/error.handler';
import { AppError } from '../http/errors';
import { validate } from '../http/validate';
import { terminate, unsentTo } from './back-pressure';
import type { Evictions } from './evictions';
import type { MessageLimits } from './message-limit';
import type { PersonalFeeds } from './personal.feeds';
import type { Presence } from './presence';
import type { PresenceNews } from './presence-news';
import type {
  BoardSource,
  LiveSocket,
  PeopleSource,
  RealtimeObserver,
  SocketIdentity,
} from './realtime.types';
import type { Subscriptions } from './subscriptions';

/** A user may report their presence once in this time (SPEC.md#push). */
const PRESENCE_INTERVAL_MS = 1_000;
/** Boards of one message that are subscribed to at the same time. */
const BOARDS_AT_ONCE = 8;

interface Dependencies {
  subscriptions: Subscriptions;
  personal: PersonalFeeds;
  evictions: Pick<Evictions, 'regained' | 'left'>;
  presence: Presence;
  news: PresenceNews;
  limits: MessageLimits;
  boards: BoardSource;
  people: PeopleSource;
  observer: RealtimeObserver;
  authenticate: (token: string) => Promise<SocketIdentity>;
  logger: Logger;
  now: () => number;
}

type Answer = (answer: object) => void;

/** Handles the messages of one socket: schema-checked, each acknowledged, never a crash. */
export function handleSocket(socket: LiveSocket, deps: Dependencies): void {
  const limit = deps.limits.open(socket.data.userId, () => unsentTo(socket).bytes);
  if (!limit) {
    // As if the line were lost: clients come back after a while, not at once.
    terminate(socket);
    return;
  }
  let presenceAt = Number.NEGATIVE_INFINITY;
  socket.use((packet, next) => {
    const verdict = limit.next();
    const answer: unknown = packet.at(-1);
    if (verdict === 'disconnect') socket.disconnect(true);
    // Messages without an acknowledgement function are ignored.
    else if (typeof answer !== 'function') return;
    else if (verdict === 'accept') next();
    else answer({ ok: false, code: 'too_many_requests' } satisfies Refusal);
  });

  const handlers: Record<ClientEvent, (request: unknown) => Promise<object>> = {
    'board:subscribe': async (request) => {
      const wanted = validate(subscribeSchema, request);
      const join = () => subscribe(socket, deps, wanted, true);
      return wanted.sinceV === undefined ? join() : limit.longAnswer(join);
    },
    'boards:subscribe': async (request) => {
      const { boards } = validate(subscribeManySchema, request);
      const end = limit.beginMany();
      if (!end) throw new AppError('too_many_requests');
      const semaphore = new Semaphore(BOARDS_AT_ONCE);
      const join = async (wanted: SubscribeRequest): Promise<object> => {
        try {
          return await semaphore.run(() => subscribe(socket, deps, wanted, false));
        } catch (error) {
          return refusalOf(error, deps.logger);
        }
      };
      try {
        return { ok: true, answers: await Promise.all(boards.map(join)) };
      } finally {
        end();
      }
    },
    'board:unsubscribe': async (request) => {
      const { projectId } = validate(unsubscribeSchema, request);
      deps.subscriptions.unsubscribe(socket, projectId);
      deps.news.left(socket, projectId);
      return { ok: true };
    },
    'personal:subscribe': () =>
      limit.longAnswer(async () => {
        const cursors = await deps.personal.subscribe(socket);
        for (const [projectId, { v }] of Object.entries(cursors)) {
          deps.evictions.regained(projectId, socket.data.userId, v);
          if (deps.presence.of(projectId).length > 0) deps.news.changed(projectId);
        }
        return { ok: true, cursors };
      }),
    'personal:unsubscribe': async () => {
      deps.personal.unsubscribe(socket);
      return { ok: true };
    },
    'presence:set': async (request) => {
      const sign = validate(presenceSchema, request);
      const isThere = () =>
        socket.data.boards.has(sign.projectId) || deps.personal.isSubscribed(socket, sign.projectId);
      if (!isThere()) throw new AppError('not_found');
      const now = deps.now();
      if (now - presenceAt < PRESENCE_INTERVAL_MS) throw new AppError('too_many_requests');
      presenceAt = now;
      if (deps.presence.renew(socket.id, sign)) return { ok: true };
      const person = await deps.people.person(socket.data.userId);
      if (!person) throw new AppError('not_found');
      const isSeen = sign.taskId === undefined || (await seesTask(socket, deps, sign.projectId, sign.taskId));
      // The socket may have disconnected meanwhile.
      if (!socket.connected || !isThere()) return { ok: true };
      // As if the card did not exist: nobody is shown at one that they do not see.
      deps.presence.set(socket.id, person, isSeen ? sign : { ...sign, taskId: undefined });
      deps.news.changedHere(sign.projectId);
      return { ok: true };
    },
    'auth:renew': async (request) => {
      const identity = await deps.authenticate(validate(renewSchema, request).token);
      if (identity.userId !== socket.data.userId) throw new AppError('forbidden');
      Object.assign(socket.data, identity);
      return { ok: true };
    },
    'sync:ping': async () => ({ ok: true }),
  };

  for (const [event, handler] of Object.entries(handlers)) {
    socket.on(event as ClientEvent, (...args: unknown[]) => {
      const answer = args.at(-1) as Answer;
      const request = args.length > 1 ? args[0] : {};
      handler(request).then(answer, (error: unknown) => answer(refusalOf(error, deps.logger)));
    });
  }
  socket.on('disconnecting', () => deps.news.gone(socket));
  socket.on('disconnect', () => {
    limit.close();
    deps.evictions.left(socket.data.userId);
    deps.subscriptions.left(socket);
    deps.personal.unsubscribe(socket);
  });
}

/** Whether a socket's user sees a card of a board that it shows. */
async function seesTask(
  socket: LiveSocket,
  { boards, personal }: Dependencies,
  projectId: string,
  taskId: string,
): Promise<boolean> {
  const sees = await boards.taskSight(projectId);
  const role =
    socket.data.boards.get(projectId)?.role ??
    personal.viewersOf(projectId).find((viewer) => viewer.socket === socket)?.role;
  return role !== undefined && sees({ userId: socket.data.userId, role }, taskId);
}

async function subscribe(
  socket: LiveSocket,
  { subscriptions, boards, observer, news, evictions }: Dependencies,
  wanted: SubscribeRequest,
  withOps: boolean,
): Promise<Subscribed> {
  const answer = await subscriptions.subscribe(socket, wanted.projectId, () =>
    boards.subscribe(socket.data.userId, wanted, withOps),
  );
  observer.subscribed(answer.mode);
  evictions.regained(wanted.projectId, socket.data.userId, answer.v);
  news.changed(wanted.projectId);
  return answer;
}

function refusalOf(error: unknown, logger: Logger): Refusal {
  const known = toAppError(error);
  if (known.status >= 500) logger.error({ err: error }, 'a socket message failed');
  return { ok: false, code: known.code };
}
