import { randomUUID } from 'node:crypto';
import type { UserSession } from '@livelane/shared/auth/account.schema';
import type { SessionEnded } from '@livelane/shared/realtime/messages.schema';
import { trusted } from 'mongoose';
import type { ChangesOf } from '../../database/connect';
import { findAll } from '../../database/joined-reads';
import { RememberedReads } from '../../database/remembered-reads';
import type { Audit } from '../../http/audit';
import { AppError, ignoreNotFound } from '../../http/errors';
import { seal, unseal } from '../../http/seal';
import { deviceOf } from './device';
import type { EndedSessions } from './ended-sessions';
import { formatToken, hashSecret, parseToken, type RefreshSecrets } from './refresh-token';
import type { SessionDocument, SessionModel } from './session.model';

/** A session that is not used ends after 30 days. */
export const SESSION_MS = 30 * 24 * 60 * 60 * 1000;
/** How long a used refresh token gives its successor again: lost answers and racing tabs (SPEC.md#accounts). */
const SUCCESSOR_GRACE_MS = 60_000;

/** How much of a `User-Agent` is kept, in characters. */
const USER_AGENT_MAX = 300;

/** Notified when sessions have ended: their sockets close. */
interface SessionListener {
  sessionEnded(sessionId: string, reason: SessionEnded['reason']): void;
  userSessionsEnded(userId: string, reason: SessionEnded['reason']): void;
}

interface Dependencies {
  sessions: SessionModel;
  secrets: RefreshSecrets;
  changesOf: ChangesOf;
  ended: EndedSessions;
  listener: SessionListener;
  audit: Audit;
  now: () => Date;
}

/** Where someone signs in from. */
export interface SignInPlace {
  /** Network address, as limits count it. */
  address: string;
  /** The browser's `User-Agent`. */
  userAgent: string;
}

export interface IssuedSession {
  sessionId: string;
  userId: string;
  /** The cookie's value. */
  refreshToken: string;
}

/** Sign-ins and their rotating refresh tokens (SPEC.md#accounts). */
export class SessionService {
  private readonly alive: RememberedReads<string, { userId: string; expiresAt: Date } | null>;

  constructor(private readonly deps: Dependencies) {
    const { sessions, changesOf } = deps;
    this.alive = new RememberedReads([sessions.collection.name], changesOf, (ids) => this.readMany(ids));
  }

  /** @param oidc the provider's claims, for a sign-in through one */
  async start(userId: string, from: SignInPlace, oidc?: SessionDocument['oidc']): Promise<IssuedSession> {
    const now = this.deps.now();
    const sessionId = randomUUID();
    const secret = this.deps.secrets.issue(sessionId);
    await this.deps.sessions.insertOne({
      _id: sessionId,
      userId,
      currentHash: hashSecret(secret),
      rotatedAt: now,
      userAgent: from.userAgent.slice(0, USER_AGENT_MAX),
      address: from.address,
      ...(oidc && { oidc }),
      createdAt: now,
      expiresAt: new Date(now.getTime() + SESSION_MS),
    });
    return { sessionId, userId, refreshToken: formatToken({ sessionId, secret }) };
  }

  /** Whether the session of an access token is still alive. */
  async isAlive(sessionId: string, userId: string): Promise<boolean> {
    const found = await this.alive.read(sessionId);
    return found !== null && found.userId === userId && found.expiresAt > this.deps.now();
  }

  private async readMany(ids: readonly string[]): Promise<Array<{ userId: string; expiresAt: Date } | null>> {
    const projection = { userId: 1, expiresAt: 1 };
    const found = await findAll(this.deps.sessions.collection, { _id: { $in: ids } }, { projection });
    const byId = new Map(found.map((session) => [String(session._id), session]));
    return ids.map((id) => {
      const session = byId.get(id);
      return session ? { userId: session.userId as string, expiresAt: session.expiresAt as Date } : null;
    });
  }

  /**
   * Exchanges a refresh token for its successor.
   * @throws AppError `invalid_refresh_token` for an unknown, ended or reused one; reuse ends the whole family, a token
   *   that was never issued changes nothing
   */
  async rotate(token: string | undefined): Promise<IssuedSession> {
    const given = parseToken(token);
    if (!given) throw new AppError('invalid_refresh_token');
    const { sessionId, secret } = given;
    const now = this.deps.now();
    const givenHash = hashSecret(secret);
    const successor = this.deps.secrets.issue(sessionId);
    const rotated = await this.deps.sessions
      .findOneAndUpdate(
        { _id: sessionId, currentHash: givenHash, expiresAt: trusted({ $gt: now }) },
        {
          $set: {
            currentHash: hashSecret(successor),
            previousHash: givenHash,
            // Under the former secret: the database alone holds no usable token.
            sealedSuccessor: seal(successor, secret),
            expiresAt: new Date(now.getTime() + SESSION_MS),
          },
          $currentDate: { rotatedAt: true },
        },
        { returnDocument: 'after' },
      )
      .lean();
    if (rotated) {
      return {
        sessionId,
        userId: rotated.userId,
        refreshToken: formatToken({ sessionId, secret: successor }),
      };
    }
    return this.repeat(sessionId, secret, givenHash, now);
  }

  /** A token that is no longer the newest: its successor again within the grace time, else theft. */
  private async repeat(
    sessionId: string,
    secret: string,
    givenHash: string,
    now: Date,
  ): Promise<IssuedSession> {
    const [session] = await this.deps.sessions.aggregate<SessionDocument & { at: Date }>([
      { $match: { _id: sessionId } },
      {
        $project: { userId: 1, rotatedAt: 1, previousHash: 1, sealedSuccessor: 1, expiresAt: 1, at: '$$NOW' },
      },
    ]);
    if (!session || session.expiresAt <= now) throw new AppError('invalid_refresh_token');
    // By the database's clock: two tabs may race on nodes whose clocks differ.
    const inGrace = session.at.getTime() - session.rotatedAt.getTime() <= SUCCESSOR_GRACE_MS;
    if (session.previousHash === givenHash && inGrace && session.sealedSuccessor) {
      const successor = unseal(session.sealedSuccessor, secret);
      return {
        sessionId,
        userId: session.userId,
        refreshToken: formatToken({ sessionId, secret: successor }),
      };
    }
    const isKnown = session.previousHash === givenHash || this.deps.secrets.isIssued({ sessionId, secret });
    if (!isKnown) throw new AppError('invalid_refresh_token');
    this.deps.audit({ event: 'refresh.reused', userId: session.userId, sessionId });
    await this.end(sessionId, 'reuse_detected');
    throw new AppError('invalid_refresh_token');
  }

  /** The living sign-ins of a user, the latest used first. */
  async list(userId: string, currentId: string): Promise<UserSession[]> {
    const found = await this.deps.sessions
      .find({ userId, expiresAt: trusted({ $gt: this.deps.now() }) })
      .sort({ rotatedAt: -1, _id: 1 })
      .lean();
    return found.map((session) => ({
      id: session._id,
      device: deviceOf(session.userAgent ?? ''),
      address: session.address ?? '',
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.rotatedAt.toISOString(),
      isCurrent: session._id === currentId,
    }));
  }

  /** When living sessions of these people were used last. */
  async lastSeen(userIds: readonly string[]): Promise<Map<string, Date>> {
    const found = await this.deps.sessions
      .find(
        { userId: trusted({ $in: [...userIds] }), expiresAt: trusted({ $gt: this.deps.now() }) },
        { userId: 1, rotatedAt: 1 },
      )
      .sort({ rotatedAt: 1 })
      .lean();
    return new Map(found.map(({ userId, rotatedAt }) => [userId, rotatedAt]));
  }

  /** Ends one sign-in of a user, on any device. @throws AppError `not_found`, also for another person's */
  async endOne(userId: string, sessionId: string): Promise<void> {
    if (!(await this.deps.sessions.exists({ _id: sessionId, userId }))) throw new AppError('not_found');
    await this.end(sessionId, 'revoked');
    this.deps.audit({ event: 'session.ended', userId, sessionId });
  }

  /** Ends every sign-in of a user but the caller's. */
  async endOthers(userId: string, currentId: string): Promise<void> {
    const others = await this.deps.sessions
      .find({ userId, _id: trusted({ $ne: currentId }) }, { _id: 1 })
      .lean();
    for (const { _id } of others) await this.endOne(userId, _id).catch(ignoreNotFound);
  }

  /** Ends the sessions that the provider has ended: that of its session `sid`, or all that it began for someone. */
  async endOfProvider({
    issuer,
    subject,
    sid,
  }: {
    issuer: string;
    subject: string | undefined;
    sid: string | undefined;
  }): Promise<void> {
    const found = await this.deps.sessions
      .find(
        {
          'oidc.issuer': issuer,
          ...(subject !== undefined && { 'oidc.subject': subject }),
          ...(sid !== undefined && { 'oidc.sid': sid }),
        },
        { userId: 1 },
      )
      .lean();
    for (const { _id: sessionId, userId } of found) {
      await this.end(sessionId, 'revoked');
      this.deps.audit({ event: 'session.ended', userId, sessionId });
    }
  }

  async end(sessionId: string, reason: SessionEnded['reason']): Promise<void> {
    await this.deps.ended.remember([sessionId], reason);
    await this.deps.sessions.deleteOne({ _id: sessionId });
    this.deps.listener.sessionEnded(sessionId, reason);
  }

  /** @returns the ids of the ended sessions */
  async endAll(userId: string, reason: SessionEnded['reason']): Promise<string[]> {
    const found = await this.deps.sessions.find({ userId }, { _id: 1 }).lean();
    const ids = found.map(({ _id }) => _id);
    await this.deps.ended.remember(ids, reason);
    // Only these are remembered: one that has begun since would keep its sockets on other nodes.
    await this.deps.sessions.deleteMany({ _id: trusted({ $in: ids }) });
    this.deps.listener.userSessionsEnded(userId, reason);
    return ids;
  }

  /**
   * Ends every session of a user before and after a write that takes the account from whoever else has one: no session
   * outlives the write, even if this process dies right after it.
   *
   * @param write gives false or null when it was refused
   */
  async endAllAround<T>(userId: string, reason: SessionEnded['reason'], write: () => Promise<T>): Promise<T> {
    await this.endAll(userId, reason);
    const written = await write();
    // One may have begun in between.
    if (written) await this.endAll(userId, reason);
    return written;
  }

  /** The session of a refresh cookie, when it is this family's newest or previous token. */
  async ofCookie(token: string | undefined): Promise<{ sessionId: string; userId: string } | null> {
    const given = parseToken(token);
    if (!given) return null;
    const session = await this.deps.sessions.findOne({ _id: given.sessionId }).lean();
    const hash = hashSecret(given.secret);
    if (!session || (session.currentHash !== hash && session.previousHash !== hash)) return null;
    return { sessionId: session._id, userId: session.userId };
  }
}
