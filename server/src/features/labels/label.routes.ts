import { createLabelSchema, mergeLabelSchema, updateLabelSchema } from '@livelane/shared/labels/label.schema';
import { uuidSchema } from '@livelane/shared/values/uuid';
import * as z from 'zod/mini';
import { heldBy } from '../../http/entity-tags';
import { idParams, type RouteDefinition, route } from '../../http/route';
import type { LabelService } from './label.service';

const labelParams = z.object({ workspaceId: uuidSchema, labelId: uuidSchema });

export function labelRoutes(labels: LabelService): RouteDefinition[] {
  return [
    route({
      method: 'get',
      path: '/workspaces/:workspaceId/labels',
      access: { scope: 'workspace', action: 'label.read' },
      params: idParams('workspaceId'),
      handler: async ({ user, params, req }) => {
        const { labels: body, etag } = await labels.list(user.userId, params.workspaceId);
        const headers = { ETag: etag, 'Cache-Control': 'no-cache' };
        return heldBy(req)(etag) ? { status: 304, headers } : { status: 200, body, headers };
      },
    }),
    route({
      method: 'post',
      path: '/workspaces/:workspaceId/labels',
      access: { scope: 'workspace', action: 'label.create' },
      params: idParams('workspaceId'),
      body: createLabelSchema,
      handler: async ({ user, params, body }) => {
        const { label, isNew } = await labels.create(user.userId, params.workspaceId, body);
        return { status: isNew ? 201 : 200, body: label };
      },
    }),
    route({
      method: 'put',
      path: '/workspaces/:workspaceId/labels/:labelId',
      access: { scope: 'workspace', action: 'label.edit' },
      params: labelParams,
      body: updateLabelSchema,
      handler: async ({ user, params, body }) => ({
        status: 200,
        body: await labels.update(user.userId, params.workspaceId, params.labelId, body),
      }),
    }),
    route({
      method: 'delete',
      path: '/workspaces/:workspaceId/labels/:labelId',
      access: { scope: 'workspace', action: 'label.edit' },
      params: labelParams,
      handler: async ({ user, params }) => {
        await labels.remove(user.userId, params.workspaceId, params.labelId);
        return { status: 204 };
      },
    }),
    route({
      method: 'post',
      path: '/workspaces/:workspaceId/labels/:labelId/merge',
      access: { scope: 'workspace', action: 'label.edit' },
      params: labelParams,
      body: mergeLabelSchema,
      handler: async ({ user, params, body }) => ({
        status: 200,
        body: await labels.merge(user.userId, params.workspaceId, params.labelId, body.into),
      }),
    }),
  ];
}
