import { randomUUID } from 'node:crypto';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import { isUuid } from '@livelane/shared/values/is-uuid';
import { trusted } from 'mongoose';
import { isDuplicateKey } from '../../database/duplicate-key';
import { findAll } from '../../database/joined-reads';
import { AppError } from '../../http/errors';
import type { UserModel } from './user.model';
import { presentPublicUser } from './user.presenter';
import type { UserDocument } from './user.types';

const PUBLIC_FIELDS = { firstName: 1, surname: 1 } as const;

type NewUser = Pick<
  UserDocument,
  'firstName' | 'surname' | 'email' | 'passwordHash' | 'joining' | 'emailProvenAt' | 'oidc'
>;

/** Reads and writes of the users collection. */
export class UserStore {
  constructor(private readonly model: UserModel) {}

  async find(userId: string): Promise<UserDocument | null> {
    return this.model.findOne({ _id: userId }).lean();
  }

  async findByEmail(email: string): Promise<UserDocument | null> {
    return this.model.findOne({ email }).lean();
  }

  async findByOidc(issuer: string, subject: string): Promise<UserDocument | null> {
    return this.model.findOne({ 'oidc.subject': subject, 'oidc.issuer': issuer }).lean();
  }

  /**
   * Links the account to a person of the provider, who proved its address. If nobody had before, it loses its password,
   * and its link to another person. Null when it has changed since it was read.
   */
  async linkOidc(
    { _id, email, emailProvenAt }: UserDocument,
    oidc: NonNullable<UserDocument['oidc']>,
    now: Date,
  ): Promise<UserDocument | null> {
    const $set = { oidc, emailProvenAt: emailProvenAt ?? now, updatedAt: now };
    const [filter, change] = emailProvenAt
      ? [{ oidc: null }, { $set }]
      : [{ emailProvenAt: null }, { $set, $unset: { passwordHash: 1, pendingEmail: 1 } }];
    return this.model.findOneAndUpdate({ _id, email, ...filter }, change, { returnDocument: 'after' }).lean();
  }

  /** The memberships say which roles groups gave. */
  async forgetGroupRoles(userId: string): Promise<void> {
    await this.model.updateOne({ _id: userId }, { $unset: { groupRoles: 1 } });
  }

  /** Names of users; unknown ids are left out. */
  async publicUsers(userIds: readonly string[]): Promise<PublicUser[]> {
    if (userIds.length === 0) return [];
    // Bypasses Mongoose: each board reads the names of its members.
    const filter = { _id: { $in: [...userIds] } };
    const found = await findAll(this.model.collection, filter, { projection: PUBLIC_FIELDS });
    return found.map((user) => presentPublicUser(user as unknown as UserDocument));
  }

  /** The people among these whose account may be used. */
  async activeAmong(userIds: readonly string[]): Promise<string[]> {
    if (userIds.length === 0) return [];
    const found = await this.model
      .find({ _id: trusted({ $in: [...userIds] }), deactivatedAt: null, closingAt: null }, { _id: 1 })
      .lean();
    return found.map(({ _id }) => _id);
  }

  /** @throws AppError `email_taken` */
  async insert(fields: NewUser): Promise<UserDocument> {
    const now = new Date();
    const user: UserDocument = { _id: randomUUID(), ...fields, createdAt: now, updatedAt: now };
    await emailGuard(this.model.insertOne(user));
    return user;
  }

  /** @throws AppError `email_taken` */
  async update(
    userId: string,
    fields: Partial<NewUser & Pick<UserDocument, 'pendingEmail'>>,
  ): Promise<UserDocument | null> {
    return emailGuard(
      this.model
        .findOneAndUpdate(
          { _id: userId },
          { $set: { ...fields, updatedAt: new Date() } },
          { returnDocument: 'after' },
        )
        .lean()
        .exec(),
    );
  }

  /** Changes the name, and notes that the boards have yet to follow; the same name again changes nothing. */
  async rename(
    userId: string,
    names: Partial<Pick<UserDocument, 'firstName' | 'surname'>>,
  ): Promise<UserDocument | null> {
    const isOther = Object.entries(names).map(([field, name]) => ({ [field]: trusted({ $ne: name }) }));
    if (isOther.length === 0) return this.find(userId);
    const now = new Date();
    const renamed = await this.model
      .findOneAndUpdate(
        { _id: userId, $or: isOther },
        { $set: { ...names, renaming: { id: randomUUID(), at: now }, updatedAt: now } },
        { returnDocument: 'after' },
      )
      .lean();
    return renamed ?? this.find(userId);
  }

  /** Accounts whose name was changed before `before`, and which boards have yet to follow. */
  async renamingSince(before: Date): Promise<UserDocument[]> {
    return this.model.find({ 'renaming.at': trusted({ $lt: before }) }).lean();
  }

  /** Every board has the name of this change. */
  async renamed(userId: string, renamingId: string): Promise<void> {
    await this.model.updateOne({ _id: userId, 'renaming.id': renamingId }, { $unset: { renaming: 1 } });
  }

  /** Gives the account an address that nobody has confirmed. @throws AppError `email_taken` */
  async setUnprovenEmail({ _id, email: former }: UserDocument, email: string): Promise<UserDocument | null> {
    return emailGuard(
      this.model
        .findOneAndUpdate(
          { _id },
          {
            $set: { email, updatedAt: new Date() },
            $unset: { emailProvenAt: 1, pendingEmail: 1 },
            $addToSet: { formerEmails: former },
          },
          { returnDocument: 'after' },
        )
        .lean()
        .exec(),
    );
  }

  async withoutPendingEmail(userId: string): Promise<UserDocument | null> {
    return this.model
      .findOneAndUpdate({ _id: userId }, { $unset: { pendingEmail: 1 } }, { returnDocument: 'after' })
      .lean();
  }

  /** Makes the pending address the account's. @returns false when another one is pending, or none */
  async confirmEmail({ _id, email: former }: UserDocument, email: string, now: Date): Promise<boolean> {
    const result = await emailGuard(
      this.model
        .updateOne(
          { _id, pendingEmail: email },
          {
            $set: { email, emailProvenAt: now, updatedAt: now },
            $unset: { pendingEmail: 1 },
            $addToSet: { formerEmails: former },
          },
        )
        .exec(),
    );
    return result.matchedCount === 1;
  }

  /**
   * Sets the password of someone who proved their address. An address that waits to be confirmed is forgotten: whoever
   * else had a session may have asked for it. So is a person of the provider if nobody proved the address before: it may
   * be somebody else. Null when the account has another address by now.
   */
  async resetPassword(
    { _id, email, emailProvenAt }: UserDocument,
    passwordHash: string,
    now: Date,
  ): Promise<UserDocument | null> {
    return this.model
      .findOneAndUpdate(
        { _id, email },
        {
          $set: { passwordHash, emailProvenAt: now, updatedAt: now },
          $unset: { pendingEmail: 1, ...(!emailProvenAt && { oidc: 1 }) },
        },
        { returnDocument: 'after' },
      )
      .lean();
  }

  /**
   * Replaces the password that was checked, and forgets an address that waits to be confirmed, as `resetPassword` does.
   *
   * @returns false when another password has taken its place meanwhile
   */
  async replacePassword(
    { _id, passwordHash: checked }: { _id: string; passwordHash: string },
    passwordHash: string,
  ): Promise<boolean> {
    const result = await this.model.updateOne(
      { _id, passwordHash: checked },
      { $set: { passwordHash, updatedAt: new Date() }, $unset: { pendingEmail: 1 } },
    );
    return result.matchedCount === 1;
  }

  /** Accounts made by invitation before `before` that have not joined yet. */
  async joiningSince(before: Date): Promise<UserDocument[]> {
    return this.model.find({ 'joining.at': trusted({ $lt: before }) }).lean();
  }

  /** Marks the account's invitation as accepted. */
  async joined(userId: string): Promise<void> {
    await this.model.updateOne({ _id: userId }, { $unset: { joining: 1 } });
  }

  /** Those whose name or address holds every one of the words, or whose id it is, the newest accounts first. */
  async page(
    words: readonly string[],
    before: { at: Date; id: string } | null,
    limit: number,
  ): Promise<UserDocument[]> {
    const conditions: object[] = words.map((word) => {
      const holds = trusted({ $regex: word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), $options: 'i' });
      const isId = isUuid(word) ? [{ _id: word }] : [];
      return { $or: [{ firstName: holds }, { surname: holds }, { email: holds }, ...isId] };
    });
    if (before) {
      const { at: createdAt, id } = before;
      conditions.push({
        $or: [{ createdAt: trusted({ $lt: createdAt }) }, { createdAt, _id: trusted({ $lt: id }) }],
      });
    }
    return this.model
      .find(conditions.length > 0 ? { $and: conditions } : {})
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .lean();
  }

  /** @returns false when it was already */
  async deactivate(userId: string, now: Date): Promise<boolean> {
    const result = await this.model.updateOne(
      { _id: userId, deactivatedAt: null },
      { $set: { deactivatedAt: now } },
    );
    return result.modifiedCount === 1;
  }

  /** @returns false when it was not deactivated */
  async reactivate(userId: string): Promise<boolean> {
    const result = await this.model.updateOne(
      { _id: userId, deactivatedAt: trusted({ $ne: null }) },
      { $unset: { deactivatedAt: 1 } },
    );
    return result.modifiedCount === 1;
  }

  /** From here on nobody signs in to the account. */
  async beginClosing(userId: string, now: Date): Promise<void> {
    await this.model.updateOne({ _id: userId }, { $set: { closingAt: now } });
  }

  async stopClosing(userId: string): Promise<void> {
    await this.model.updateOne({ _id: userId }, { $unset: { closingAt: 1 } });
  }

  /** Accounts whose deletion was begun before `before`. */
  async closingSince(before: Date): Promise<string[]> {
    const found = await this.model.find({ closingAt: trusted({ $lt: before }) }, { _id: 1 }).lean();
    return found.map(({ _id }) => _id);
  }

  async remove(userId: string): Promise<void> {
    await this.model.deleteOne({ _id: userId });
  }
}

async function emailGuard<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isDuplicateKey(error)) throw new AppError('email_taken');
    throw error;
  }
}
