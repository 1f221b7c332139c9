import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import { call, type Person, signIn } from '../../test-kit/team';
import type { Places } from './screens';

/** The demo's workspaces and project that are shown. */
const SHOWN = { workspace: 'Web shop', otherWorkspace: 'Workshop', project: 'Checkout' };
/** The ids that the addresses of the demo's screens need, as this account sees them. */
export async function findPlaces(
  url: string,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Places> {
  const { token } = await signIn(url, email, password);
  const workspaces = await call<Workspace[]>(url, 'GET', '/workspaces/user', { token });
  const workspace = workspaces.find(({ name }) => name === SHOWN.workspace);
  const other = workspaces.find(({ name }) => name === SHOWN.otherWorkspace);
  const project = workspace?.projects.find(({ name }) => name === SHOWN.project);
  if (!workspace || !other || !project) throw new Error('the demo has other workspaces than the pictures');
  return { workspaceId: workspace.id, otherWorkspaceId: other.id, projectId: project.id };
}
