import { searchQuerySchema } from '@livelane/shared/search/search.schema';
import { type RouteDefinition, route } from '../../http/route';
import type { SearchService } from './search.service';

export function searchRoutes(search: SearchService): RouteDefinition[] {
  return [
    route('get', '/search', {
      access: 'session',
      isLarge: true,
      query: searchQuerySchema,
      answer: ({ user, query }) => search.search(user.userId, query),
    }),
  ];
}
