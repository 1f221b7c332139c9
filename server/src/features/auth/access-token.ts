import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { AppError } from '../../http/errors';

/** Lifetime of an access token in seconds (SPEC.md#accounts). */
const ACCESS_TOKEN_SECONDS = 15 * 60;
const ALGORITHM = 'HS256';

export interface AccessClaims {
  userId: string;
  sessionId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Signs and checks access tokens: one algorithm, `sub` = user, `sid` = session. */
export class AccessTokens {
  private readonly secret: KeyObject;

  /** @param secret becomes a key object once: as text, each use would try it as a public key first */
  constructor(secret: string) {
    this.secret = createSecretKey(secret, 'utf8');
  }

  sign(userId: string, sessionId: string): string {
    return jwt.sign({ sid: sessionId }, this.secret, {
      algorithm: ALGORITHM,
      subject: userId,
      expiresIn: ACCESS_TOKEN_SECONDS,
    });
  }

  /** @throws AppError `unauthenticated` for a bad, foreign or expired token */
  verify(token: string): AccessClaims {
    let claims: string | jwt.JwtPayload;
    try {
      claims = jwt.verify(token, this.secret, { algorithms: [ALGORITHM] });
    } catch {
      throw new AppError('unauthenticated');
    }
    if (typeof claims === 'string') throw new AppError('unauthenticated');
    const { sub, sid, exp } = claims;
    if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') {
      throw new AppError('unauthenticated');
    }
    return { userId: sub, sessionId: sid, expiresAt: exp * 1000 };
  }
}
