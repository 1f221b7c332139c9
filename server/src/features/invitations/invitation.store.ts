import { trusted } from 'mongoose';
import type { LeavingPerson } from '../users/user.types';
import type { InvitationModel } from './invitation.model';
import type { InvitationDocument } from './invitation.types';

/** Reads and writes of the invitations collection; no rights are checked here. */
export class InvitationStore {
  constructor(private readonly model: InvitationModel) {}

  /**
   * Stores an invitation; it replaces earlier open ones of the workspace for the same address. Of several made at the
   * same time one stays.
   *
   * @returns the invitation, later than those that it replaces also where clocks differ
   */
  async insert(given: InvitationDocument): Promise<InvitationDocument> {
    const { _id, workspaceId, email } = given;
    if (email === null) {
      await this.model.insertOne(given);
      return given;
    }
    const open = { workspaceId, email, placesLeft: trusted({ $gt: 0 }) };
    const newest = await this.model.findOne(open).sort({ createdAt: -1 }).lean();
    const createdAt = new Date(Math.max(given.createdAt.getTime(), (newest?.createdAt.getTime() ?? 0) + 1));
    const invitation = { ...given, createdAt };
    await this.model.insertOne(invitation);
    const beside = (operator: '$lt' | '$gt') => ({
      ...open,
      $or: [
        { createdAt: trusted({ [operator]: createdAt }) },
        { createdAt, _id: trusted({ [operator]: _id }) },
      ],
    });
    await this.model.deleteMany(beside('$lt'));
    if (await this.model.exists(beside('$gt'))) await this.model.deleteOne({ _id });
    return invitation;
  }

  /** The invitation behind a secret, whether it has a place left or not; null once it has expired. */
  async find(secretHash: string, now: Date): Promise<InvitationDocument | null> {
    return this.model.findOne({ secretHash, expiresAt: trusted({ $gt: now }) }).lean();
  }

  async findById(invitationId: string): Promise<InvitationDocument | null> {
    return this.model.findOne({ _id: invitationId }).lean();
  }

  /** Those of a workspace that someone can still accept, newest first. */
  async openOf(workspaceId: string, now: Date): Promise<InvitationDocument[]> {
    return this.model
      .find({ workspaceId, expiresAt: trusted({ $gt: now }), placesLeft: trusted({ $gt: 0 }) })
      .sort({ createdAt: -1, _id: 1 })
      .lean();
  }

  /** Those for an address that someone can still accept, newest first. */
  async openFor(email: string, now: Date): Promise<InvitationDocument[]> {
    return this.model
      .find({ email, expiresAt: trusted({ $gt: now }), placesLeft: trusted({ $gt: 0 }) })
      .sort({ createdAt: -1, _id: 1 })
      .lean();
  }

  /** Takes a place for a user, or finds that they hold one already. Null: there is none for them. */
  async takePlace(invitationId: string, userId: string, now: Date): Promise<InvitationDocument | null> {
    const taken = await this.model
      .findOneAndUpdate(
        {
          _id: invitationId,
          expiresAt: trusted({ $gt: now }),
          placesLeft: trusted({ $gt: 0 }),
          usedBy: trusted({ $ne: userId }),
        },
        { $inc: { placesLeft: -1 }, $push: { usedBy: userId } },
        { returnDocument: 'after' },
      )
      .lean();
    if (taken) return taken;
    return this.model.findOne({ _id: invitationId, usedBy: userId, expiresAt: trusted({ $gt: now }) }).lean();
  }

  async joined(invitationId: string, userId: string): Promise<void> {
    await this.model.updateOne({ _id: invitationId }, { $addToSet: { joinedBy: userId } });
  }

  /** Gives back the place of someone whose account did not come about. */
  async giveBackPlace(invitationId: string, userId: string): Promise<void> {
    await this.model.updateOne(
      { _id: invitationId, usedBy: userId },
      { $inc: { placesLeft: 1 }, $pull: { usedBy: userId } },
    );
  }

  /** Invitations by someone, and those to an address of theirs, are deleted with their account. */
  async removeAllOfUser({ _id: userId, email, formerEmails }: LeavingPerson): Promise<void> {
    await this.model.deleteMany({ invitedBy: userId });
    await this.model.deleteMany({ email: trusted({ $in: [email, ...formerEmails] }) });
  }

  /** Revokes one of a workspace's open invitations; null when there is none with this id. */
  async remove(workspaceId: string, invitationId: string): Promise<InvitationDocument | null> {
    return this.model
      .findOneAndDelete({ _id: invitationId, workspaceId, placesLeft: trusted({ $gt: 0 }) })
      .lean();
  }
}
