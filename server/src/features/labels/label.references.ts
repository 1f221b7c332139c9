import type { LabelDocument } from './label.model';
import type { LabelStore } from './label.store';

/** Longest chain of merges that is followed: labels that are being merged into each other at once form a cycle. */
const MAX_MERGES = 100;

/** Resolves a card's labels: merged ones to their target, deleted ones to none. */
export class LabelReferences {
  constructor(private readonly labels: LabelStore) {}

  /**
   * Without doubles; ids that were never a label stay as they are.
   * @param workspaces if given, labels of others stay as they are, too
   */
  async resolved(
    labelIds: readonly string[],
    workspaces?: Pick<ReadonlyMap<string, unknown>, 'has'>,
  ): Promise<string[]> {
    const rows = await this.rows(labelIds);
    const isResolved = (row: LabelDocument | undefined) =>
      row !== undefined && (workspaces?.has(row.workspaceId) ?? true);
    return [
      ...new Set(
        labelIds.flatMap((id) => (isResolved(rows.get(id)) ? (livingOf(id, rows)?._id ?? []) : [id])),
      ),
    ];
  }

  /** Those that live in the workspace. */
  async among(workspaceId: string, labelIds: readonly string[]): Promise<string[]> {
    const rows = await this.labels.find(labelIds);
    return labelIds.filter((id) => {
      const row = rows.get(id);
      return row?.workspaceId === workspaceId && !row.removedAt;
    });
  }

  /** The labels that a card keeps in a workspace: that workspace's own, and for others those of the same name there. */
  async carriedTo(workspaceId: string, labelIds: readonly string[]): Promise<string[]> {
    const rows = await this.rows(labelIds);
    const carried: string[] = [];
    for (const id of labelIds) {
      const row = livingOf(id, rows);
      if (!row) continue;
      const there = row.workspaceId === workspaceId ? row : await this.labels.named(workspaceId, row.name);
      if (there) carried.push(there._id);
    }
    return [...new Set(carried)];
  }

  /** True for a label that was merged into one that has been merged into it at the same time. */
  async isInCycle(labelId: string): Promise<boolean> {
    const rows = await this.rows([labelId]);
    const merged = new Set<string>();
    let id: string | undefined = labelId;
    while (id !== undefined && rows.get(id)?.removedAt && !merged.has(id)) {
      merged.add(id);
      id = rows.get(id)?.into;
    }
    return id === labelId && merged.has(labelId);
  }

  /** The rows of these labels and of those that they were merged into. */
  private async rows(labelIds: readonly string[]): Promise<Map<string, LabelDocument>> {
    const rows = new Map<string, LabelDocument>();
    for (let wanted = [...labelIds]; wanted.length > 0; ) {
      const found = await this.labels.find(wanted);
      for (const [id, row] of found) rows.set(id, row);
      wanted = [...found.values()].flatMap(({ into }) => (into && !rows.has(into) ? [into] : []));
    }
    return rows;
  }
}

function livingOf(labelId: string, rows: ReadonlyMap<string, LabelDocument>): LabelDocument | undefined {
  let row = rows.get(labelId);
  for (let merges = 0; row?.removedAt && merges < MAX_MERGES; merges++)
    row = row.into === undefined ? undefined : rows.get(row.into);
  return row?.removedAt ? undefined : row;
}
