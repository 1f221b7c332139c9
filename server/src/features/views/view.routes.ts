import { createViewSchema, updateViewSchema, viewsQuerySchema } from '@livelane/shared/views/view.schema';
import { type RouteDefinition, route } from '../../http/route';
import type { ViewService } from './view.service';

export function viewRoutes(views: ViewService): RouteDefinition[] {
  return [
    route('get', '/views', {
      access: { scope: 'project', action: 'view.read' },
      query: viewsQuerySchema,
      answer: ({ user, query }) => views.list(user.userId, query.projectId ?? null),
    }),
    route('post', '/views', {
      access: { scope: 'project', action: 'view.share' },
      body: createViewSchema,
      handler: async ({ user, body }) => {
        const { view, isNew } = await views.create(user.userId, body);
        return { status: isNew ? 201 : 200, body: view };
      },
    }),
    route('put', '/views/:viewId', {
      access: { scope: 'project', action: 'view.share' },
      body: updateViewSchema,
      answer: ({ user, params, body }) => views.update(user.userId, params.viewId, body),
    }),
    route('delete', '/views/:viewId', {
      access: { scope: 'project', action: 'view.share' },
      status: 204,
      answer: ({ user, params }) => views.remove(user.userId, params.viewId),
    }),
  ];
}
