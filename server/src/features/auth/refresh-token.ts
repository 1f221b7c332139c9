import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits, opaque (SPEC.md#accounts). */
const TOKEN_BYTES = 32;

/** Characters of 256 bits in base64url. */
const RANDOM_LENGTH = 43;

/** `<session id>.<secret>`: the id finds the row, the secret proves the right. */
export interface RefreshToken {
  sessionId: string;
  secret: string;
}

/**
 * Makes secrets, and recognises those that it has made. A secret is 256 random bits and the server's signature over
 * them and the session: a session id is in every access token, and someone who knows one must not be able to make up a
 * token that looks like a stolen one.
 */
export class RefreshSecrets {
  private readonly key: Buffer;

  /** @param serverSecret the secret that also signs access tokens */
  constructor(serverSecret: string) {
    this.key = createHmac('sha256', serverSecret).update('livelane-refresh-signature').digest();
  }

  issue(sessionId: string): string {
    const random = randomBytes(TOKEN_BYTES).toString('base64url');
    return random + this.sign(sessionId, random).toString('base64url');
  }

  /** Whether this installation issued the token. Tokens of version 0.1.0 are not signed: of them it is not known. */
  isIssued({ sessionId, secret }: RefreshToken): boolean {
    const signature = Buffer.from(secret.slice(RANDOM_LENGTH), 'base64url');
    const expected = this.sign(sessionId, secret.slice(0, RANDOM_LENGTH));
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  }

  private sign(sessionId: string, random: string): Buffer {
    return createHmac('sha256', this.key).update(`${sessionId}.${random}`).digest();
  }
}

export function formatToken({ sessionId, secret }: RefreshToken): string {
  return `${sessionId}.${secret}`;
}

export function parseToken(text: string | undefined): RefreshToken | null {
  const match = /^([0-9a-f-]{36})\.((?:[\w-]{43}){1,2})$/.exec(text ?? '');
  return match?.[1] && match[2] ? { sessionId: match[1], secret: match[2] } : null;
}

/** The stored form of a secret: 256 random bits need no slow hash. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(`livelane-refresh:${secret}`).digest('base64url');
}
