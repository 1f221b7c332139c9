import type { NotificationPage } from '@livelane/shared/notifications/notification.schema';
import { createProject, createUser, type TestProject, type TestUser } from './factories';
import { nextEvent, type TestServer } from './harness';

export const reasonsOf = ({ items }: NotificationPage) => items.map(({ reason }) => reason);

/** Calls that make notifications and read them. */
export function notificationCalls(server: TestServer) {
  const listOf = async (user: TestUser, query = '') =>
    (await server.request(user).get<NotificationPage>(`/notifications${query}`)).body;

  /** Resolves once so many notifications are in someone's list. */
  async function told(user: TestUser, count: number): Promise<NotificationPage> {
    const socket = await server.socket(user);
    try {
      for (;;) {
        const next = nextEvent(socket, 'notification:new');
        const page = await listOf(user);
        if (page.items.length >= count) return page;
        await next;
      }
    } finally {
      socket.disconnect();
    }
  }

  /** A project of Maya's, and Tom, its member, who has read that they are. */
  async function mayaAndTom(): Promise<{ project: TestProject; maya: TestUser; tom: TestUser }> {
    const project = await createProject(server);
    const maya = project.owner;
    const tom = await createUser(server, { firstName: 'Tom' });
    await server
      .request(maya)
      .post(`/workspaceUsers/${project.workspaceId}`, { userId: tom.id, roleId: 'member' });
    await server.request(maya).post(`/projectUsers/${project.id}`, { userId: tom.id, roleId: 'member' });
    await told(tom, 2);
    await server.request(tom).post('/notifications/read', { all: true });
    return { project, maya, tom };
  }

  return { listOf, told, mayaAndTom };
}
