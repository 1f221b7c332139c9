import { randomBytes } from 'node:crypto';
import { Semaphore } from '@livelane/shared/semaphore';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { AppError } from '../../http/errors';

/** Argon2id at the settings of SPEC.md#accounts; memory in KiB. */
const OPTIONS = {
  algorithm: 2 satisfies Algorithm.Argon2id as Algorithm,
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
};
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** libuv's threads, unless the environment sets another number. */
const DEFAULT_POOL_THREADS = 4;
/**
 * Hashes at once: each needs 19 MiB and one core. They run on libuv's threads, as do files, compression and DNS
 * lookups: half of the threads are left to these. A machine with many cores hashes more at once with a higher
 * UV_THREADPOOL_SIZE, up to the four of SPEC.md#accounts.
 */
export const HASHES_AT_ONCE = Math.min(
  4,
  Math.max(1, Math.floor((Number(process.env.UV_THREADPOOL_SIZE) || DEFAULT_POOL_THREADS) / 2)),
);
/** Waiting requests; one more gets 503. */
const MAX_WAITING = 64;
const BUSY_RETRY_SECONDS = 2;

/** Hashes and checks passwords in a bounded queue, so that a flood of logins cannot exhaust the server. */
export class PasswordHasher {
  private readonly semaphore = new Semaphore(HASHES_AT_ONCE);
  /** The hash of no one's password, as costly to check as a real one. */
  private readonly decoy = decoyHash();

  /** @throws AppError `busy` when the queue is full */
  hash(password: string): Promise<string> {
    return this.limited(() => hash(password, OPTIONS));
  }

  /** @throws AppError `busy` when the queue is full */
  verify(passwordHash: string, password: string): Promise<boolean> {
    return this.limited(() => verify(passwordHash, password));
  }

  /**
   * Looks an account up and checks its password, both in one turn: a flood is refused before it reaches the database.
   * The same work whether there is such an account or not.
   * @returns null when there is none, or the password is wrong
   * @throws AppError `busy` when the queue is full
   */
  async verifyAccount<Account extends { passwordHash?: string }>(
    find: () => Promise<Account | null>,
    password: string,
  ): Promise<Account | null> {
    return this.limited(async () => {
      const account = await find();
      const isRight = await verify(account?.passwordHash ?? this.decoy, password);
      return isRight ? account : null;
    });
  }

  private async limited<T>(work: () => Promise<T>): Promise<T> {
    if (this.semaphore.waiting >= MAX_WAITING) {
      throw new AppError('busy', undefined, { retryAfterSeconds: BUSY_RETRY_SECONDS });
    }
    return this.semaphore.run(work);
  }
}

function decoyHash(): string {
  const text = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
  const { memoryCost, timeCost, parallelism } = OPTIONS;
  const cost = `m=${memoryCost},t=${timeCost},p=${parallelism}`;
  return `$argon2id$v=19$${cost}$${text(SALT_BYTES)}$${text(HASH_BYTES)}`;
}
