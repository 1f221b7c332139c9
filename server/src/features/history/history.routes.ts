import {
  activityQuerySchema,
  markSeenSchema,
  pastBoardQuerySchema,
} from '@livelane/shared/history/history.schema';
import { type RouteDefinition, route } from '../../http/route';
import { answerWith, PRIVATE_VIEW, wantedForm } from '../boards/page';
import type { HistoryService } from './history.service';

export function historyRoutes(history: HistoryService): RouteDefinition[] {
  return [
    route('get', '/kanban/project/:projectId/activity', {
      access: { scope: 'project', action: 'history.read' },
      isLarge: true,
      query: activityQuerySchema,
      handler: async ({ user, params, query }) => ({
        status: 200,
        headers: PRIVATE_VIEW,
        body: await history.activity(user.userId, params.projectId, query),
      }),
    }),
    route('get', '/kanban/project/:projectId/at', {
      access: { scope: 'project', action: 'history.read' },
      isLarge: true,
      query: pastBoardQuerySchema,
      handler: async ({ user, params, query, req }) =>
        answerWith(
          await history.at(user.userId, params.projectId, query, wantedForm(req)),
          req,
          PRIVATE_VIEW,
        ),
    }),
    route('get', '/kanban/project/:projectId/timeline', {
      access: { scope: 'project', action: 'history.read' },
      handler: async ({ user, params }) => ({
        status: 200,
        headers: PRIVATE_VIEW,
        body: await history.timeline(user.userId, params.projectId),
      }),
    }),
    route('put', '/kanban/project/:projectId/seen', {
      access: { scope: 'project', action: 'history.markSeen' },
      body: markSeenSchema,
      status: 204,
      answer: ({ user, params, body }) => history.markSeen(user.userId, params.projectId, body.v),
    }),
  ];
}
