import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { messages } from '@livelane/shared/http/messages';
import { canInProject } from '@livelane/shared/permissions/permissions';
import type { createViewSchema, updateViewSchema, View } from '@livelane/shared/views/view.schema';
import type * as z from 'zod/mini';
import { AppError, fieldError } from '../../http/errors';
import type { Publisher } from '../../realtime/publisher';
import type { LabelReferences } from '../labels/label.references';
import type { AccessService } from '../members/access.service';
import type { ProjectStore } from '../projects/project.store';
import { placeOf, type ViewStore } from './view.store';

interface Dependencies {
  access: AccessService;
  views: ViewStore;
  projects: Pick<ProjectStore, 'idsInWorkspace'>;
  labels: LabelReferences;
  publisher: Pick<Publisher, 'push'>;
}

type CreateView = z.output<typeof createViewSchema>;
type UpdateView = z.output<typeof updateViewSchema>;

/** Saved views of boards (SPEC.md#views). */
export class ViewService {
  constructor(private readonly deps: Dependencies) {}

  /** One's own and shared ones, by name. @throws AppError `not_found` */
  async list(userId: string, projectId: string | null): Promise<View[]> {
    if (projectId !== null) await this.deps.access.requireProject(userId, projectId, 'view.read');
    const views = await this.deps.views.ofBoard(projectId, userId);
    views.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
    return this.present(userId, views);
  }

  /** @throws AppError `not_found`, `forbidden`, `id_taken`, `invalid_input` when there are too many */
  async create(userId: string, input: CreateView): Promise<{ view: View; isNew: boolean }> {
    const { id = randomUUID(), projectId, isShared, name, filter, grouping } = input;
    await this.assertMay(userId, projectId, isShared);
    const now = new Date().toISOString();
    const stamps = { createdBy: userId, createdAt: now, updatedAt: now };
    const view: View = { id, projectId, isShared, name, filter, grouping, ...stamps };
    const outcome = await this.deps.views.insert(view);
    // The id first: a repeated request must not be refused because there are too many by now.
    const isNew = outcome === 'done';
    const made = isNew ? view : await this.known(view, outcome);
    if (isNew) await this.notify(view);
    return { view: await this.presentOne(userId, made), isNew };
  }

  /** @throws AppError `not_found`, `forbidden`, `invalid_input` when there are too many */
  async update(userId: string, viewId: string, input: UpdateView): Promise<View> {
    const view = await this.editable(userId, viewId);
    const fields = differences(view, input);
    if (Object.keys(fields).length === 0) return this.presentOne(userId, view);
    const { isShared = view.isShared } = fields;
    await this.assertMay(userId, view.projectId, isShared);
    if (view.isShared && !isShared) fields.createdBy = await this.keeperOf(view, userId);
    const changed = await this.deps.views.update(view, fields);
    if (changed === 'full') throw tooMany();
    // Someone has removed it or changed who sees it: judges it again.
    if (!changed) return this.update(userId, viewId, input);
    // Notifies those who saw it before and those who see it now.
    await this.notify(view.isShared ? view : changed);
    return this.presentOne(userId, changed);
  }

  /** @throws AppError `not_found`, `forbidden` */
  async remove(userId: string, viewId: string): Promise<void> {
    const view = await this.editable(userId, viewId);
    if (!(await this.deps.views.remove(viewId))) throw new AppError('not_found');
    await this.notify(view);
  }

  /** Only views of a project are shared, by people with the right. */
  private async assertMay(userId: string, projectId: string | null, isShared: boolean): Promise<void> {
    if (projectId === null) {
      if (isShared) throw new AppError('invalid_input');
      return;
    }
    await this.deps.access.requireProject(userId, projectId, isShared ? 'view.share' : 'view.read');
  }

  /** A view that the person sees and may change. */
  private async editable(userId: string, viewId: string): Promise<View> {
    const { access, views } = this.deps;
    const view = await views.find(viewId);
    if (!view || (!view.isShared && view.createdBy !== userId)) throw new AppError('not_found');
    if (view.projectId === null) return view;
    const { role } = await access.requireProject(userId, view.projectId, 'view.read');
    if (view.isShared && !canInProject(role, 'view.share')) access.deny(userId, 'view.share', view.projectId);
    return view;
  }

  /** Answers a repetition of the same request; refuses another one. */
  private async known(wanted: View, outcome: 'taken' | 'full'): Promise<View> {
    const view = await this.deps.views.find(wanted.id);
    if (!view) throw outcome === 'full' ? tooMany() : new AppError('id_taken');
    const { createdAt: _at, updatedAt: _updatedAt, ...fields } = view;
    const { createdAt: _wantedAt, updatedAt: _wantedUpdatedAt, ...wantedFields } = wanted;
    if (!isDeepStrictEqual(fields, wantedFields)) throw new AppError('id_taken');
    return view;
  }

  /** Drops deleted labels of the reader's workspaces from filters, and replaces merged ones. */
  private async present(userId: string, views: readonly View[]): Promise<View[]> {
    if (!views.some(({ filter }) => filter.labels?.length)) return [...views];
    const workspaces = await this.deps.access.workspacesOf(userId);
    return Promise.all(
      views.map(async (view) => {
        const { labels } = view.filter;
        if (!labels?.length) return view;
        const resolved = await this.deps.labels.resolved(labels, workspaces);
        return { ...view, filter: { ...view.filter, labels: resolved } };
      }),
    );
  }

  private async presentOne(userId: string, view: View): Promise<View> {
    const [presented = view] = await this.present(userId, [view]);
    return presented;
  }

  /** Whose a shared view becomes that is no longer shared: its author's, unless they have left. */
  private async keeperOf({ projectId, createdBy }: View, userId: string): Promise<string> {
    const isThere = projectId !== null && (await this.deps.access.projectOf(createdBy, projectId)) !== null;
    return isThere ? createdBy : userId;
  }

  /** Labels of a workspace were removed, merged or restored: what filters by labels shows something else. */
  async labelsChanged(workspaceId: string, memberIds: readonly string[]): Promise<void> {
    const projectIds = await this.deps.projects.idsInWorkspace(workspaceId);
    const views = await this.deps.views.filteringByLabels(projectIds, memberIds);
    // One notice for all views of a board that the same people see.
    const boards = new Map(views.map((view) => [placeOf(view), view]));
    for (const view of boards.values()) await this.notify(view);
  }

  private async notify(view: View): Promise<void> {
    const message = { entity: 'views' as const, id: view.projectId ?? view.createdBy };
    this.deps.publisher.push({ kind: 'entityStale', userIds: await this.viewersOf(view), message });
  }

  /** Those who see a view; nobody if its only viewer has left the project. */
  private async viewersOf({ projectId, isShared, createdBy }: View): Promise<string[]> {
    const { access } = this.deps;
    if (projectId === null) return [createdBy];
    if (isShared) return (await access.projectMembers(projectId)).map(({ id }) => id);
    return (await access.projectOf(createdBy, projectId)) ? [createdBy] : [];
  }
}

/** Only those fields that differ from the view. */
function differences(view: View, input: UpdateView): Partial<View> {
  return Object.fromEntries(
    Object.entries(input).filter(([field, value]) => !isDeepStrictEqual(view[field as keyof View], value)),
  );
}

function tooMany(): AppError {
  return fieldError('name', messages.input_max_views);
}

const sortKey = ({ name, id }: View) => `${name.toLowerCase()}\0${id}`;
