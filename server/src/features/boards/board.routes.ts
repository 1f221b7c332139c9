import { BOARD_LINES_TYPE } from '@livelane/shared/boards/board.lines';
import { versionText } from '@livelane/shared/history/history.schema';
import { SEEN_HEADER } from '@livelane/shared/http/headers';
import { uuidSchema } from '@livelane/shared/values/uuid';
import * as z from 'zod/mini';
import { heldBy } from '../../http/entity-tags';
import { type RouteDefinition, route } from '../../http/route';
import type { BoardService } from './board.service';
import { wantedEncoding } from './page';
import type { PersonalBoards } from './personal-boards';

/** The view is its reader's own: no cache may give it to anyone else. */
const PRIVATE_VIEW = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept, Accept-Encoding' };

export function boardRoutes(boards: BoardService, personalBoards: PersonalBoards): RouteDefinition[] {
  return [
    route('get', '/kanban/project/:projectId', {
      access: { scope: 'project', action: 'board.read' },
      isLarge: true,
      begin: ({ userId, params, req }) => boards.early(userId, params.projectId, heldBy(req)),
      handler: async ({ user, params, req, early }) => {
        const form = req.get('Accept') === BOARD_LINES_TYPE ? 'lines' : 'object';
        const { etag, seenV, page } = await boards.projectBoard(
          user.userId,
          params.projectId,
          heldBy(req),
          form,
          early,
        );
        const headers = { ...PRIVATE_VIEW, ETag: etag, [SEEN_HEADER]: String(seenV) };
        if (!page) return { status: 304, headers };
        const { encoding, body } = await page.encoded(wantedEncoding(req));
        return {
          status: 200,
          headers: {
            ...headers,
            ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
            ...(form === 'lines' && { 'Content-Type': BOARD_LINES_TYPE }),
          },
          body,
        };
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
