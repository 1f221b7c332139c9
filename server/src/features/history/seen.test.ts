import { mongo } from 'mongoose';
import type { ApiClient } from '../../../test/api.client';
import {
  createMember,
  createProject,
  createTask,
  type TestProject,
  type TestUser,
} from '../../../test/factories';
import { nextEvent, serverForTests } from '../../../test/harness';
import { DUPLICATE_KEY } from '../../database/duplicate-key';

const server = serverForTests();
let project: TestProject;
let owner: ApiClient;
beforeEach(async () => {
  project = await createProject(server);
  owner = server.request(project.owner);
});

describe('what someone has seen', () => {
  const seenBy = async (client: ApiClient, headers: Record<string, string> = {}) => {
    const answer = await client.with(headers).get(`/kanban/project/${project.id}`);
    return [answer.status, answer.headers.get('Livelane-Seen')];
  };
  const mark = async (client: ApiClient, v: unknown) =>
    (await client.put(`/kanban/project/${project.id}/seen`, { v })).status;

  test('is sent with the board on every device, rises, and never falls', async () => {
    const member: TestUser = await createMember(server, project);
    await createTask(server, project);
    expect(await seenBy(owner)).toEqual([200, '0']);
    const socket = await server.socket(project.owner);
    const pushed = nextEvent(socket, 'board:seen');
    expect(await mark(owner, 2)).toBe(204);
    expect(await pushed).toEqual({ projectId: project.id, seenV: 2 });
    const board = await owner.get(`/kanban/project/${project.id}`);
    expect(await seenBy(owner, { 'If-None-Match': board.headers.get('ETag') ?? '' })).toEqual([304, '2']);
    const heard: unknown[] = [];
    socket.on('board:seen', (message) => heard.push(message));
    expect(await mark(owner, 1)).toBe(204);
    expect(await seenBy(owner)).toEqual([200, '2']);
    expect(await seenBy(server.request(member))).toEqual([200, '0']);
    await socket.emitWithAck('sync:ping', {});
    expect(heard).toEqual([]);
  });

  test('two first marks at once both count, also where the database refuses one as a duplicate', async () => {
    const { Seen } = server.connection.models;
    const updateOne = Seen?.updateOne.bind(Seen) as (...args: unknown[]) => Promise<unknown>;
    const refused = async (...args: unknown[]) => {
      await updateOne(...args);
      throw new mongo.MongoServerError({ message: 'E11000', code: DUPLICATE_KEY });
    };
    jest.spyOn(Seen as never, 'updateOne').mockImplementationOnce(refused as never);
    await createTask(server, project);
    expect(await mark(owner, 1)).toBe(204);
    expect(await seenBy(owner)).toEqual([200, '1']);
  });

  test('is kept for who leaves and comes back', async () => {
    const member = await createMember(server, project);
    expect(await mark(server.request(member), 1)).toBe(204);
    await owner.delete(`/projectUsers/${project.id}/${member.id}`);
    expect(await mark(server.request(member), 2)).toBe(404);
    await createMember(server, project, { user: member });
    expect(await seenBy(server.request(member))).toEqual([200, '1']);
  });

  test('refuses versions after the head and what is none', async () => {
    for (const v of [1, -1, 1.5, '0', null, undefined, {}, 1e20])
      expect([v, await mark(owner, v)]).toEqual([v, 400]);
    expect(await mark(owner, 0)).toBe(204);
  });
});
