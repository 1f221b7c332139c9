import { VIEWS_MAX } from '@livelane/shared/http/limits';
import type { View } from '@livelane/shared/views/view.schema';
import type { mongo } from 'mongoose';
import { isDuplicateKey } from '../../database/duplicate-key';
import { rowsOf } from '../../database/rows';
import type { ViewDocument, ViewModel } from './view.model';

/** Reads and writes of the views collection; no rights are checked here. */
export class ViewStore {
  private readonly rows: mongo.Collection<ViewDocument>;

  constructor(private readonly model: ViewModel) {
    this.rows = rowsOf(model);
  }

  /** Someone's own views of a board, and those shared with its project. */
  async ofBoard(projectId: string | null, userId: string): Promise<View[]> {
    const own = { projectId, createdBy: userId };
    const rows = await this.rows
      .find(projectId === null ? own : { projectId, $or: [{ createdBy: userId }, { isShared: true }] })
      .toArray();
    return rows.map(toView);
  }

  /** Views with labels in their filter, of these projects' boards and of these people's personal ones. */
  async filteringByLabels(projectIds: readonly string[], userIds: readonly string[]): Promise<View[]> {
    const isFiltering = { 'filter.labels.0': { $exists: true } };
    const rows = await Promise.all([
      this.rows.find({ projectId: { $in: [...projectIds] }, ...isFiltering }).toArray(),
      this.rows.find({ projectId: null, createdBy: { $in: [...userIds] }, ...isFiltering }).toArray(),
    ]);
    return rows.flat().map(toView);
  }

  async find(viewId: string): Promise<View | null> {
    const row = await this.rows.findOne({ _id: viewId });
    return row && toView(row);
  }

  /** `taken`: the id is in use; `full`: the limit is reached. */
  insert({ id, ...fields }: View): Promise<'done' | 'taken' | 'full'> {
    const write = async (slot: string) => {
      await this.rows.insertOne({ _id: id, ...fields, slot });
    };
    return this.inSlot(placeOf({ id, ...fields }), write, async () => (await this.find(id)) !== null);
  }

  /**
   * Sets these fields alone: others may change the rest. With `isShared` the view moves from someone's to the project's,
   * or back to `createdBy`. Null: it was removed, or moved, since it was read.
   */
  async update(
    view: View,
    fields: Partial<Pick<View, 'isShared' | 'createdBy' | 'name' | 'filter' | 'grouping'>>,
  ): Promise<View | 'full' | null> {
    let row: ViewDocument | null = null;
    const write = async (slot?: string) => {
      row = await this.rows.findOneAndUpdate(
        { _id: view.id, isShared: view.isShared },
        { $set: { ...fields, ...(slot !== undefined && { slot }), updatedAt: new Date().toISOString() } },
        { returnDocument: 'after' },
      );
    };
    if (fields.isShared === undefined) await write();
    else if ((await this.inSlot(placeOf({ ...view, ...fields }), write)) === 'full') return 'full';
    return row && toView(row);
  }

  /** @returns false when it was gone already */
  async remove(viewId: string): Promise<boolean> {
    return (await this.rows.deleteOne({ _id: viewId })).deletedCount > 0;
  }

  async removeAllOfProject(projectId: string): Promise<void> {
    await this.model.deleteMany({ projectId });
  }

  /** Removes their own; shared ones stay. */
  async removeAllOfUser({ _id }: { _id: string }): Promise<void> {
    await this.model.deleteMany({ createdBy: _id, isShared: false });
  }

  /** @param isInUse whether a new view's id is */
  private async inSlot(
    place: string,
    write: (slot: string) => Promise<void>,
    isInUse: () => Promise<boolean> = async () => false,
  ): Promise<'done' | 'taken' | 'full'> {
    const slots = Array.from({ length: VIEWS_MAX }, (_, n) => `${place} ${n}`);
    for (;;) {
      const rows = await this.rows.find({ slot: { $in: slots } }, { projection: { slot: 1 } }).toArray();
      const taken = new Set(rows.map((row) => row.slot));
      const slot = slots.find((each) => !taken.has(each));
      if (slot === undefined) return 'full';
      try {
        await write(slot);
        return 'done';
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // Else someone else has just taken the place, and may have given it up again.
        if (await isInUse()) return 'taken';
      }
    }
  }
}

/** Views of the same place are seen by the same people, and counted together. */
export const placeOf = ({ projectId, isShared, createdBy }: View): string =>
  `${projectId ?? 'personal'} ${isShared ? 'shared' : createdBy}`;

function toView(row: ViewDocument): View {
  const { _id: id, projectId, isShared, name, filter, grouping, createdBy, createdAt, updatedAt } = row;
  return { id, projectId, isShared, name, filter, grouping, createdBy, createdAt, updatedAt };
}
