import { createLabelSchema, mergeLabelSchema, updateLabelSchema } from '@livelane/shared/labels/label.schema';
import { heldBy } from '../../http/entity-tags';
import { type RouteDefinition, route } from '../../http/route';
import type { LabelService } from './label.service';

export function labelRoutes(labels: LabelService): RouteDefinition[] {
  return [
    route('get', '/workspaces/:workspaceId/labels', {
      access: { scope: 'workspace', action: 'label.read' },
      handler: async ({ user, params, req }) => {
        const { labels: body, etag } = await labels.list(user.userId, params.workspaceId);
        const headers = { ETag: etag, 'Cache-Control': 'no-cache' };
        return heldBy(req)(etag) ? { status: 304, headers } : { status: 200, body, headers };
      },
    }),
    route('post', '/workspaces/:workspaceId/labels', {
      access: { scope: 'workspace', action: 'label.create' },
      body: createLabelSchema,
      handler: async ({ user, params, body }) => {
        const { label, isNew } = await labels.create(user.userId, params.workspaceId, body);
        return { status: isNew ? 201 : 200, body: label };
      },
    }),
    route('put', '/workspaces/:workspaceId/labels/:labelId', {
      access: { scope: 'workspace', action: 'label.edit' },
      body: updateLabelSchema,
      answer: ({ user, params, body }) =>
        labels.update(user.userId, params.workspaceId, params.labelId, body),
    }),
    route('delete', '/workspaces/:workspaceId/labels/:labelId', {
      access: { scope: 'workspace', action: 'label.edit' },
      status: 204,
      answer: ({ user, params }) => labels.remove(user.userId, params.workspaceId, params.labelId),
    }),
    route('post', '/workspaces/:workspaceId/labels/:labelId/merge', {
      access: { scope: 'workspace', action: 'label.edit' },
      body: mergeLabelSchema,
      answer: ({ user, params, body }) =>
        labels.merge(user.userId, params.workspaceId, params.labelId, body.into),
    }),
    route('post', '/workspaces/:workspaceId/labels/:labelId/restore', {
      access: { scope: 'workspace', action: 'label.edit' },
      answer: ({ user, params }) => labels.restore(user.userId, params.workspaceId, params.labelId),
    }),
  ];
}
