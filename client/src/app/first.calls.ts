import { isUuid } from '@livelane/shared/values/is.uuid';

/**
 * Paths of the calls that the page of a board makes first, the board's own before the others. Empty where there is no
 * board.
 */
export function firstCallsOf(pathname: string): string[] {
  if (pathname === '/') return ['/kanban/personal', '/workspaces/filter'];
  const projectId = projectAt(pathname);
  return projectId
    ? [`/kanban/project/${projectId}`, `/projects/${projectId}`, `/workspaces/project/${projectId}`]
    : [];
}

/** The project whose board is at an address. */
export function projectAt(pathname: string): string | undefined {
  const [, page, projectId, ...rest] = pathname.split('/');
  return page === 'project' && rest.length === 0 && isUuid(projectId) ? projectId : undefined;
}
