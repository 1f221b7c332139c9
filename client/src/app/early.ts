import { isUuid } from '@livelane/shared/values/is.uuid';
import { prefetch } from '../lib/prefetch';
import { getSession, mayBeSignedIn } from '../lib/session';
import { startSession } from './session.start';

const PUBLIC_PAGES = ['/login', '/registration'];

/**
 * What need not wait for the script of the screen: the session, the data of the board that was opened, and the scripts
 * of the signed-in part. All of it is on its way at once.
 */
export async function startEarly(pathname: string): Promise<void> {
  if (mayBeSignedIn() && !PUBLIC_PAGES.includes(pathname)) {
    // A script that cannot be fetched is reported when it is rendered.
    import('./layouts/PrivateLayout').catch(() => undefined);
  }
  await startSession();
  if (getSession().status !== 'signedIn') return;
  for (const path of dataOf(pathname)) prefetch(path);
}

/** The calls that a board's page makes first. */
function dataOf(pathname: string): string[] {
  if (pathname === '/') return ['/kanban/personal', '/workspaces/filter'];
  const [, page, projectId, ...rest] = pathname.split('/');
  if (page !== 'project' || rest.length > 0 || !isUuid(projectId)) return [];
  return [`/kanban/project/${projectId}`, `/projects/${projectId}`, `/workspaces/project/${projectId}`];
}
