import { randomUUID } from 'node:crypto';
import type { SessionEnded } from '@livelane/shared/realtime/messages.schema';
import { trusted } from 'mongoose';
import type { ChangesOf } from '../../database/connect';
import { RememberedReads } from '../../database/remembered.reads';
import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import type { EndedSessions } from './ended.sessions';
import { formatToken, hashSecret, parseToken, type RefreshSecrets, seal, unseal } from './refresh.token';
import type { SessionModel } from './session.model';

/** A session that is not used ends after 30 days, in milliseconds. */
export const SESSION_MS = 30 * 24 * 60 * 60 * 1000;
/** How long a used refresh token gives its successor again: lost answers and racing tabs (SPEC.md#accounts). */
export const SUCCESSOR_GRACE_MS = 60_000;

/** Who must hear that sessions have ended: their sockets close. */
export interface SessionListener {
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
    this.alive = new RememberedReads(sessions.collection.name, changesOf, (ids) => this.readMany(ids));
  }

  async start(userId: string): Promise<IssuedSession> {
    const now = this.deps.now();
    const sessionId = randomUUID();
    const secret = this.deps.secrets.issue(sessionId);
    await this.deps.sessions.insertOne({
      _id: sessionId,
      userId,
      currentHash: hashSecret(secret),
      rotatedAt: now,
      createdAt: now,
      expiresAt: new Date(now.getTime() + SESSION_MS),
    });
    return { sessionId, userId, refreshToken: formatToken({ sessionId, secret }) };
  }

  /** Is the session of an access token still alive? */
  async isAlive(sessionId: string, userId: string): Promise<boolean> {
    const found = await this.alive.read(sessionId);
    return found !== null && found.userId === userId && found.expiresAt > this.deps.now();
  }

  private async readMany(ids: readonly string[]): Promise<Array<{ userId: string; expiresAt: Date } | null>> {
    const found = await this.deps.sessions.collection
      .find({ _id: { $in: ids as never[] } }, { projection: { userId: 1, expiresAt: 1 } })
      .toArray();
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
            rotatedAt: now,
            sealedSuccessor: seal(successor, secret),
            expiresAt: new Date(now.getTime() + SESSION_MS),
          },
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
    const session = await this.deps.sessions.findOne({ _id: sessionId }).lean();
    if (!session || session.expiresAt <= now) throw new AppError('invalid_refresh_token');
    const inGrace = now.getTime() - session.rotatedAt.getTime() <= SUCCESSOR_GRACE_MS;
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

  async end(sessionId: string, reason: SessionEnded['reason']): Promise<void> {
    await this.deps.ended.remember([sessionId], reason);
    await this.deps.sessions.deleteOne({ _id: sessionId });
    this.deps.listener.sessionEnded(sessionId, reason);
  }

  async endAll(userId: string, reason: SessionEnded['reason']): Promise<void> {
    const found = await this.deps.sessions.find({ userId }, { _id: 1 }).lean();
    await this.deps.ended.remember(
      found.map((session) => session._id),
      reason,
    );
    await this.deps.sessions.deleteMany({ userId });
    this.deps.listener.userSessionsEnded(userId, reason);
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
