import { randomUUID } from 'node:crypto';
import { WORKSPACE_LABELS_MAX } from '@livelane/shared/http/limits';
import type { Label } from '@livelane/shared/labels/label.schema';
import type { mongo } from 'mongoose';
import { isDuplicateKey } from '../../database/duplicate-key';
import { rowsOf } from '../../database/rows';
import type { LabelDocument, LabelModel, LabelReturn } from './label.model';

/** Reads and writes of the labels collection; no rights are checked here. */
export class LabelStore {
  private readonly rows: mongo.Collection<LabelDocument>;

  constructor(private readonly model: LabelModel) {
    this.rows = rowsOf(model);
  }

  /** The living labels of a workspace, by name. */
  async ofWorkspace(workspaceId: string): Promise<Label[]> {
    const rows = await this.rows.find({ workspaceId, removedAt: null }).sort({ _id: 1 }).toArray();
    const labels = rows.map(toLabel);
    return labels.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  }

  /** Rows of labels, removed ones too. */
  async find(labelIds: readonly string[]): Promise<Map<string, LabelDocument>> {
    if (labelIds.length === 0) return new Map();
    const rows = await this.rows.find({ _id: { $in: [...labelIds] } }).toArray();
    return new Map(rows.map((row) => [row._id, row]));
  }

  /** A label of a workspace that lives. */
  async living(workspaceId: string, labelId: string): Promise<LabelDocument | null> {
    const row = (await this.find([labelId])).get(labelId);
    return row && row.workspaceId === workspaceId && !row.removedAt ? row : null;
  }

  /** The label of a workspace that has this name. */
  async named(workspaceId: string, name: string): Promise<LabelDocument | null> {
    return this.rows.findOne({ nameKey: nameKey(workspaceId, name) });
  }

  /** `full`: the workspace has as many as it can; `taken`: the name or the id is in use. */
  async insert(label: Label): Promise<'written' | 'taken' | 'full'> {
    const { id, ...fields } = label;
    const { workspaceId, name } = label;
    const isInUse = async () =>
      (await this.find([id])).has(id) || (await this.named(workspaceId, name)) !== null;
    return this.intoFreeSlot(label, isInUse, (keys) => this.rows.insertOne({ _id: id, ...fields, ...keys }));
  }

  /** Restores a removed label; `returning` marks the work left on cards. `full` and `taken` as for a new one. */
  async restore(removed: LabelDocument, by: string): Promise<'written' | 'taken' | 'full'> {
    const { _id, workspaceId, name, removedAt, into } = removed;
    if (!removedAt) return 'written';
    const at = new Date();
    const returning = { id: randomUUID(), by, at, removedAt, ...(into !== undefined && { into }) };
    const isInUse = async () => (await this.named(workspaceId, name)) !== null;
    return this.intoFreeSlot({ workspaceId, name }, isInUse, (keys) =>
      this.rows.updateOne(
        { _id, removedAt },
        {
          $set: { ...keys, returning, updatedAt: at.toISOString() },
          $unset: { removedAt: 1, removedBy: 1, into: 1, isOnCards: 1 },
        },
      ),
    );
  }

  /** Restored labels that cards may lack, since before `before`. */
  async leftReturning(before: Date): Promise<LabelDocument[]> {
    return this.rows.find({ 'returning.at': { $lt: before } }).toArray();
  }

  /** All cards have it, unless it was to return once more meanwhile. */
  async returned(labelId: string, { id, at }: LabelReturn): Promise<void> {
    const since = { _id: labelId, 'returning.id': id, 'returning.at': at };
    await this.rows.updateOne(since, { $unset: { 'returning.at': 1 } });
  }

  /** Has a label that lives returned once more: a card has just lost it. */
  async returnAgain(labelId: string): Promise<void> {
    await this.rows.updateOne(
      { _id: labelId, removedAt: null, 'returning.id': { $exists: true } },
      { $set: { 'returning.at': new Date() } },
    );
  }

  /** Sets these fields alone: others may change the rest. `taken`: the name is in use; null: the label is removed. */
  async update(
    { _id, workspaceId }: Pick<LabelDocument, '_id' | 'workspaceId'>,
    fields: Partial<Pick<Label, 'name' | 'colour'>>,
  ): Promise<LabelDocument | 'taken' | null> {
    const { name } = fields;
    const $set = {
      ...fields,
      ...(name !== undefined && { nameKey: nameKey(workspaceId, name) }),
      updatedAt: new Date().toISOString(),
    };
    try {
      return await this.rows.findOneAndUpdate(
        { _id, removedAt: null },
        { $set },
        { returnDocument: 'after' },
      );
    } catch (error) {
      if (isDuplicateKey(error)) return 'taken';
      throw error;
    }
  }

  /** From here on cards get the label it was merged into, or none. Null when it was removed already. */
  async remove(labelId: string, removedBy: string, into: string | null): Promise<LabelDocument | null> {
    return this.rows.findOneAndUpdate(
      { _id: labelId, removedAt: null },
      {
        $set: { removedAt: new Date(), removedBy, isOnCards: true, ...(into !== null && { into }) },
        $unset: { nameKey: 1, slot: 1 },
      },
      { returnDocument: 'after' },
    );
  }

  /** Removed labels that cards may still have, since before `before`. */
  async leftOnCards(before: Date): Promise<LabelDocument[]> {
    return this.rows.find({ isOnCards: true, removedAt: { $lt: before } }).toArray();
  }

  /** False once this removal has been taken back, also when the label was removed again since. */
  async isStillRemoved({ _id, removedAt }: LabelDocument): Promise<boolean> {
    if (!removedAt) return false;
    return (await this.rows.findOne({ _id, removedAt })) !== null;
  }

  async offCards({ _id, removedAt }: LabelDocument): Promise<void> {
    if (removedAt) await this.rows.updateOne({ _id, removedAt }, { $unset: { isOnCards: 1 } });
  }

  async removeAllOfWorkspace(workspaceId: string): Promise<void> {
    await this.model.deleteMany({ workspaceId });
  }

  /** Tries again if not the name or the id was in use, but the place: someone else has just taken it, or given it up again. */
  private async intoFreeSlot(
    { workspaceId, name }: Pick<Label, 'workspaceId' | 'name'>,
    isInUse: () => Promise<boolean>,
    write: (keys: { nameKey: string; slot: string }) => Promise<unknown>,
  ): Promise<'written' | 'taken' | 'full'> {
    for (;;) {
      const slot = await this.freeSlot(workspaceId);
      if (slot === null) return (await isInUse()) ? 'taken' : 'full';
      if (!(await isDuplicate(write({ nameKey: nameKey(workspaceId, name), slot })))) return 'written';
      if (await isInUse()) return 'taken';
    }
  }

  private async freeSlot(workspaceId: string): Promise<string | null> {
    const rows = await this.rows
      .find({ workspaceId, removedAt: null }, { projection: { slot: 1 } })
      .toArray();
    const taken = new Set(rows.map(({ slot }) => slot));
    for (let n = 0; n < WORKSPACE_LABELS_MAX; n++) {
      const slot = `${workspaceId} ${n}`;
      if (!taken.has(slot)) return slot;
    }
    return null;
  }
}

export function toLabel(row: LabelDocument): Label {
  const { _id: id, workspaceId, name, colour, createdBy, createdAt, updatedAt } = row;
  return { id, workspaceId, name, colour, createdBy, createdAt, updatedAt };
}

async function isDuplicate(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return false;
  } catch (error) {
    if (isDuplicateKey(error)) return true;
    throw error;
  }
}

const nameOf = ({ name, id }: Label) => `${name.toLowerCase()}\0${id}`;
const nameKey = (workspaceId: string, name: string) => `${workspaceId} ${name.toLowerCase()}`;
