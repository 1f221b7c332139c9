import { createHash, randomUUID } from 'node:crypto';
import { opProtocol } from '@livelane/shared/boards/op.types';
import { messages } from '@livelane/shared/http/messages';
import type { createLabelSchema, Label, updateLabelSchema } from '@livelane/shared/labels/label.schema';
import { canInWorkspace, type WorkspaceAction } from '@livelane/shared/permissions/permissions';
import type { Logger } from 'pino';
import type * as z from 'zod/mini';
import { AppError, fieldError } from '../../http/errors';
import type { NodeRegistry } from '../../nodes/node.registry';
import { KeyedQueue } from '../../oplog/keyed-queue';
import type { AccessService } from '../members/access.service';
import type { NoticesService } from '../members/notices.service';
import type { ViewService } from '../views/view.service';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { LabelDocument } from './label.model';
import type { LabelReferences } from './label.references';
import type { LabelRemoval } from './label.removal';
import type { LabelRestoring } from './label.restoring';
import { type LabelStore, toLabel } from './label.store';

interface Dependencies {
  access: AccessService;
  labels: LabelStore;
  references: Pick<LabelReferences, 'isInCycle'>;
  removal: LabelRemoval;
  restoring: LabelRestoring;
  notices: NoticesService;
  nodes: Pick<NodeRegistry, 'assertAllSpeak'>;
  workspaces: Pick<WorkspaceStore, 'find'>;
  views: Pick<ViewService, 'labelsChanged'>;
  log: Logger;
}

type CreateLabel = z.output<typeof createLabelSchema>;
type UpdateLabel = z.output<typeof updateLabelSchema>;

/** Labels of workspaces (SPEC.md#labels). */
export class LabelService {
  /** Keeps two labels from being merged into each other at once on this node. */
  private readonly queue = new KeyedQueue();

  constructor(private readonly deps: Dependencies) {}

  /** By name. @throws AppError `not_found` */
  async list(userId: string, workspaceId: string): Promise<{ labels: Label[]; etag: string }> {
    await this.deps.access.requireWorkspace(userId, workspaceId, 'label.read');
    const labels = await this.deps.labels.ofWorkspace(workspaceId);
    const hash = createHash('sha256').update(JSON.stringify(labels)).digest('base64url');
    return { labels, etag: `"${hash}"` };
  }

  /** @throws AppError `label_exists`, `id_taken`, `invalid_input` when there are too many */
  async create(
    userId: string,
    workspaceId: string,
    input: CreateLabel,
  ): Promise<{ label: Label; isNew: boolean }> {
    await this.deps.access.requireWorkspace(userId, workspaceId, 'label.create');
    const now = new Date().toISOString();
    const { id = randomUUID(), name, colour } = input;
    const label: Label = { id, workspaceId, name, colour, createdBy: userId, createdAt: now, updatedAt: now };
    const outcome = await this.deps.labels.insert(label);
    if (outcome === 'full') throw tooMany();
    if (outcome === 'taken') return { label: await this.taken(label), isNew: false };
    await this.deps.notices.labelsChanged(workspaceId);
    return { label, isNew: true };
  }

  /** @throws AppError `not_found`, `forbidden`, `label_exists` */
  async update(userId: string, workspaceId: string, labelId: string, input: UpdateLabel): Promise<Label> {
    const label = await this.editable(userId, workspaceId, labelId);
    const { name = label.name, colour = label.colour } = input;
    const fields = { ...(name !== label.name && { name }), ...(colour !== label.colour && { colour }) };
    if (Object.keys(fields).length === 0) return toLabel(label);
    const changed = await this.deps.labels.update(label, fields);
    if (changed === 'taken') throw await this.exists(workspaceId, name);
    if (!changed) throw new AppError('not_found');
    await this.deps.notices.labelsChanged(workspaceId);
    return toLabel(changed);
  }

  /** @throws AppError `not_found`, `forbidden`, `unavailable` while an older node lives (R22) */
  async remove(userId: string, workspaceId: string, labelId: string): Promise<void> {
    await this.queue.run(workspaceId, async () => {
      await this.editable(userId, workspaceId, labelId);
      await this.end(userId, workspaceId, labelId, null);
    });
  }

  /** @throws AppError as for `remove`, `invalid_input` for a target that is itself or none */
  async merge(userId: string, workspaceId: string, labelId: string, into: string): Promise<Label> {
    return this.queue.run(workspaceId, async () => {
      await this.editable(userId, workspaceId, labelId);
      const target = labelId === into ? null : await this.deps.labels.living(workspaceId, into);
      if (!target) throw new AppError('invalid_input');
      await this.end(userId, workspaceId, labelId, into);
      return toLabel(target);
    });
  }

  /**
   * Restores a removed label, and gives it back to the cards that lost it; a living one stays as it is.
   * @throws AppError as for `remove`, `label_exists`, `invalid_input` when there are too many
   */
  async restore(userId: string, workspaceId: string, labelId: string): Promise<Label> {
    const { labels, nodes, notices, restoring } = this.deps;
    return this.queue.run(workspaceId, async () => {
      const removed = await this.editable(userId, workspaceId, labelId, true);
      await nodes.assertAllSpeak(opProtocol['label.removed']);
      const outcome = await labels.restore(removed, userId);
      if (outcome === 'full') throw tooMany();
      if (outcome === 'taken') throw await this.exists(workspaceId, removed.name);
      const restored = await labels.living(workspaceId, labelId);
      if (!restored) throw new AppError('not_found');
      await notices.labelsChanged(workspaceId);
      await this.filtersChanged(workspaceId);
      await this.followed(labelId, restoring.finish(restored));
      return toLabel(restored);
    });
  }

  private async end(
    userId: string,
    workspaceId: string,
    labelId: string,
    into: string | null,
  ): Promise<void> {
    // Before anything is stored: the cards could not follow.
    await this.deps.nodes.assertAllSpeak(opProtocol['label.removed']);
    const removed = await this.deps.labels.remove(labelId, userId, into);
    if (!removed) throw new AppError('not_found');
    // The later one of two opposite merges on two nodes always sees it. Both may: then both labels stay.
    const isOpposite = into !== null && (await this.deps.references.isInCycle(labelId));
    if (isOpposite) await this.deps.labels.restore(removed, userId);
    await this.deps.notices.labelsChanged(workspaceId);
    await this.filtersChanged(workspaceId);
    if (!isOpposite) return this.followed(labelId, this.deps.removal.finish(removed));
    const restored = await this.deps.labels.living(workspaceId, labelId);
    if (restored) await this.followed(labelId, this.deps.restoring.finish(restored));
    throw new AppError('not_found');
  }

  /** The change itself is stored: failures on cards are made good by the sweep and fail no request. */
  private async followed(labelId: string, cards: Promise<void>): Promise<void> {
    try {
      await cards;
    } catch (error) {
      this.deps.log.warn({ err: error, labelId }, 'cards follow the change of a label later');
    }
  }

  /** Saved views that filter by labels have other ones now. */
  private async filtersChanged(workspaceId: string): Promise<void> {
    const workspace = await this.deps.workspaces.find(workspaceId);
    const memberIds = workspace?.members.map(({ userId }) => userId) ?? [];
    await this.deps.views.labelsChanged(workspaceId, memberIds);
  }

  /** A label that the caller may edit: one's own, or any with the right to those of others. */
  private async editable(
    userId: string,
    workspaceId: string,
    labelId: string,
    evenRemoved = false,
  ): Promise<LabelDocument> {
    const { access, labels } = this.deps;
    const { role } = await access.requireWorkspace(userId, workspaceId, 'label.edit');
    const label = (await labels.find([labelId])).get(labelId);
    if (label?.workspaceId !== workspaceId || (label.removedAt && !evenRemoved))
      throw new AppError('not_found');
    const action: WorkspaceAction = label.createdBy === userId ? 'label.edit' : 'label.editAny';
    if (!canInWorkspace(role, action)) access.deny(userId, action, workspaceId);
    return label;
  }

  /** The label that the same request made before. @throws AppError `id_taken`, `label_exists` */
  private async taken({ id, workspaceId, name, colour, createdBy }: Label): Promise<Label> {
    const known = (await this.deps.labels.find([id])).get(id);
    if (!known) throw await this.exists(workspaceId, name);
    const isSame =
      known.workspaceId === workspaceId && known.name === name && known.colour === colour && !known.removedAt;
    if (!isSame || known.createdBy !== createdBy) throw new AppError('id_taken');
    return toLabel(known);
  }

  private async exists(workspaceId: string, name: string): Promise<AppError> {
    const known = await this.deps.labels.named(workspaceId, name);
    return new AppError('label_exists', undefined, known ? { conflict: { labelId: known._id } } : {});
  }
}

function tooMany(): AppError {
  return fieldError('name', messages.input_max_workspace_labels);
}
