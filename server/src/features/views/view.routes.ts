import { createViewSchema, updateViewSchema, viewsQuerySchema } from '@livelane/shared/views/view.schema';
import { idParams, type RouteDefinition, route } from '../../http/route';
import type { ViewService } from './view.service';

export function viewRoutes(views: ViewService): RouteDefinition[] {
  return [
    route({
      method: 'get',
      path: '/views',
      access: { scope: 'project', action: 'view.read' },
      query: viewsQuerySchema,
      handler: async ({ user, query }) => ({
        status: 200,
        body: await views.list(user.userId, query.projectId ?? null),
      }),
    }),
    route({
      method: 'post',
      path: '/views',
      access: { scope: 'project', action: 'view.share' },
      body: createViewSchema,
      handler: async ({ user, body }) => {
        const { view, isNew } = await views.create(user.userId, body);
        return { status: isNew ? 201 : 200, body: view };
      },
    }),
    route({
      method: 'put',
      path: '/views/:viewId',
      access: { scope: 'project', action: 'view.share' },
      params: idParams('viewId'),
      body: updateViewSchema,
      handler: async ({ user, params, body }) => ({
        status: 200,
        body: await views.update(user.userId, params.viewId, body),
      }),
    }),
    route({
      method: 'delete',
      path: '/views/:viewId',
      access: { scope: 'project', action: 'view.share' },
      params: idParams('viewId'),
      handler: async ({ user, params }) => {
        await views.remove(user.userId, params.viewId);
        return { status: 204 };
      },
    }),
  ];
}
