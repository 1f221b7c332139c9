import { randomBytes } from 'node:crypto';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { AppError } from '../../http/errors';
import { Turns } from '../../turns';

/** Argon2id at the settings of SPEC.md#accounts; memory in KiB. */
const OPTIONS = {
  algorithm: 2 satisfies Algorithm.Argon2id as Algorithm,
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
};
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Hashes at once: each needs 19 MiB and one core. */
const MAX_RUNNING = 4;
/** Waiting requests; one more gets 503. */
const MAX_WAITING = 64;
const BUSY_RETRY_SECONDS = 2;

/** Hashes and checks passwords in a bounded queue, so that a flood of logins cannot exhaust the server. */
export class PasswordHasher {
  private readonly turns = new Turns(MAX_RUNNING);
  /** The hash of nobody's password, as costly to check as a real one. */
  private readonly decoy = decoyHash();

  /** @throws AppError `busy` when the queue is full */
  hash(password: string): Promise<string> {
    return this.limited(() => hash(password, OPTIONS));
  }

  /** @throws AppError `busy` when the queue is full */
  verify(passwordHash: string, password: string): Promise<boolean> {
    return this.limited(() => verify(passwordHash, password));
  }

  /** The same work as `verify`, for an account that does not exist. */
  async verifyNobody(password: string): Promise<false> {
    await this.verify(this.decoy, password);
    return false;
  }

  private async limited<T>(work: () => Promise<T>): Promise<T> {
    if (this.turns.waiting >= MAX_WAITING) {
      throw new AppError('busy', undefined, { retryAfterSeconds: BUSY_RETRY_SECONDS });
    }
    return this.turns.run(work);
  }
}

function decoyHash(): string {
  const text = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
  const { memoryCost, timeCost, parallelism } = OPTIONS;
  const cost = `m=${memoryCost},t=${timeCost},p=${parallelism}`;
  return `$argon2id$v=19$${cost}$${text(SALT_BYTES)}$${text(HASH_BYTES)}`;
}
