import { trusted } from 'mongoose';
import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import type { UserStore } from '../users/user.store';
import type { LinkModel } from './link.model';
import type { PasswordHasher } from './password.hasher';
import { hashLinkSecret, newSecret } from './secret';
import type { SessionService } from './session.service';

/** How long a new password can be set by a link, in milliseconds. */
export const RESET_MS = 60 * 60 * 1000;

interface Dependencies {
  users: UserStore;
  links: LinkModel;
  sessions: Pick<SessionService, 'endAll'>;
  hasher: Pick<PasswordHasher, 'hash'>;
  audit: Audit;
  now: () => Date;
}

/** New passwords for people who have forgotten theirs: by a link that reaches nobody but the account's address. */
export class PasswordReset {
  constructor(private readonly deps: Dependencies) {}

  /** Sets a password, ends all sessions and every other link of the account. @throws AppError `invalid_link`, `busy` */
  async reset(secret: string, password: string): Promise<void> {
    const now = this.deps.now();
    const open = {
      _id: hashLinkSecret('reset', secret),
      kind: 'reset',
      expiresAt: trusted({ $gt: now }),
    } as const;
    if (!(await this.deps.links.findOne(open).lean())) throw new AppError('invalid_link');
    // Hashed before the link is used up: a server that is too busy for it leaves the link as it is.
    const passwordHash = await this.deps.hasher.hash(password);
    const used = await this.deps.links.findOneAndDelete(open).lean();
    if (!used) throw new AppError('invalid_link');
    const { userId } = used;
    const user = await this.deps.users.update(userId, { passwordHash, emailProvenAt: now });
    if (!user) throw new AppError('invalid_link');
    await this.deps.sessions.endAll(userId, 'password_changed');
    await this.deps.links.deleteMany({ userId, kind: 'reset' });
    this.deps.audit({ event: 'password.reset', userId });
  }
}

/** Makes a link's secret for the account with this address; null when there is none. Earlier ones stay valid. */
export async function issueReset(
  { users, links }: Pick<Dependencies, 'users' | 'links'>,
  email: string,
  now: Date,
  lifeMs: number,
): Promise<string | null> {
  const user = await users.findByEmail(email);
  if (!user) return null;
  const secret = newSecret();
  await links.insertOne({
    _id: hashLinkSecret('reset', secret),
    kind: 'reset',
    userId: user._id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  });
  return secret;
}
