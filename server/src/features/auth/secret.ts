import { createHash, randomBytes } from 'node:crypto';

/** 256 bits: 43 characters of base64url. */
const SECRET_BYTES = 32;

/** What a link is for. A secret is valid for one kind only. */
export type LinkKind = 'invitation' | 'reset' | 'confirm' | 'unsubscribe';

/** How long a link lives, in milliseconds. @param ttlSeconds of every link, in tests */
export function linkLife(ttlSeconds: number | undefined, usualMs: number): number {
  return ttlSeconds === undefined ? usualMs : ttlSeconds * 1000;
}

export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The stored form of a link's secret: 256 random bits need no slow hash. */
export function hashLinkSecret(kind: LinkKind, secret: string): string {
  return createHash('sha256').update(`livelane-${kind}:${secret}`).digest('base64url');
}
