import { BOARD_LINES_TYPE } from '@livelane/shared/boards/board.lines';
import { isUuid } from '@livelane/shared/values/is-uuid';
import { boardPath } from '#lib/boardPath';
import { prefetch } from '#lib/prefetch';

/**
 * Paths of the first calls of a board's page, the board's own before the others. Empty for other pages.
 */
export function firstCallsOf(pathname: string): string[] {
  if (pathname === '/') return ['/kanban/personal', '/workspaces/filter'];
  const projectId = projectAt(pathname);
  return projectId
    ? [boardPath(projectId), `/projects/${projectId}`, `/workspaces/project/${projectId}`]
    : [];
}

/** The project whose board is at an address. */
export function projectAt(pathname: string): string | undefined {
  const [, page, projectId, ...rest] = pathname.split('/');
  return page === 'project' && rest.length === 0 && isUuid(projectId) ? projectId : undefined;
}

/** Requests the first data of the page at an address. Resolves once it has arrived or is unavailable. */
export async function prefetchFirst(pathname: string): Promise<void> {
  const projectId = projectAt(pathname);
  const path = projectId && boardPath(projectId);
  await Promise.all(
    firstCallsOf(pathname).map((call) => prefetch(call, call === path ? BOARD_FORM : undefined)),
  );
}

/** A board counts as arrived with its first cards. The code that reads them comes with the script that shows them. */
const BOARD_FORM = {
  accept: BOARD_LINES_TYPE,
  read: async (response: Response) => (await import('#board-sync/board.reading')).beginReading(response),
};
