import { versionText } from '@livelane/shared/history/history.schema';
import { SEEN_HEADER } from '@livelane/shared/http/headers';
import { uuidSchema } from '@livelane/shared/values/uuid';
import * as z from 'zod/mini';
import { heldBy } from '../../http/entity-tags';
import { type RouteDefinition, route } from '../../http/route';
import type { BoardService } from './board.service';
import { answerWith, PRIVATE_VIEW, wantedForm } from './page';
import type { PersonalBoards } from './personal-boards';

export function boardRoutes(boards: BoardService, personalBoards: PersonalBoards): RouteDefinition[] {
  return [
    route('get', '/kanban/project/:projectId', {
      access: { scope: 'project', action: 'board.read' },
      isLarge: true,
      begin: ({ userId, params, req }) => boards.early(userId, params.projectId, heldBy(req)),
      handler: async ({ user, params, req, early }) => {
        const { etag, seenV, page } = await boards.projectBoard(
          user.userId,
          params.projectId,
          heldBy(req),
          wantedForm(req),
          early,
        );
        const headers = { ...PRIVATE_VIEW, ETag: etag, [SEEN_HEADER]: String(seenV) };
        return page ? answerWith(page, req, headers) : { status: 304, headers };
      },
    }),
    route('get', '/kanban/project/:projectId/ops', {
      access: { scope: 'project', action: 'board.read' },
      isLarge: true,
      query: z.object({ since: versionText, epoch: z.optional(uuidSchema) }),
      handler: async ({ user, params, query }) => ({
        status: 200,
        headers: PRIVATE_VIEW,
        body: await boards.catchUp(user.userId, params.projectId, query.since, query.epoch),
      }),
    }),
    route('get', '/kanban/personal', {
      access: 'session',
      isLarge: true,
      handler: async ({ user }) => ({
        status: 200,
        headers: PRIVATE_VIEW,
        body: await personalBoards.read(user.userId),
      }),
    }),
    route('get', '/kanban/filter/time_estimate', {
      access: 'session',
      handler: async () => ({ status: 200, body: boards.timeEstimates() }),
    }),
  ];
}
