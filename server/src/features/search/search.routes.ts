import { searchQuerySchema } from '@livelane/shared/search/search.schema';
import { type RouteDefinition, route } from '../../http/route';
import type { SearchService } from './search.service';

export function searchRoutes(search: SearchService): RouteDefinition[] {
  return [
    route({
      method: 'get',
      path: '/search',
      access: 'session',
      query: searchQuerySchema,
      handler: async ({ user, query }) => ({ status: 200, body: await search.search(user.userId, query) }),
    }),
  ];
}
