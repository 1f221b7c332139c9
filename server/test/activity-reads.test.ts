import type { Activity } from '@livelane/shared/history/history.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { POSTINGS_OPS } from '../src/oplog/op.postings';
import { type Effort, effortsOf } from './effort';
import { createMember, createProject, createTask } from './factories';
import { type Command, observedServer } from './observedServer';

/** Cards that are moved together, as many as one request may move, and how often. */
const [CARDS, ROUNDS] = [200, 12];
/** Changes of the task that is asked about. */
const EDITS = 3;
/** Between two looks at the postings, which are written beside the requests. */
const POLL_MS = 20;
/** Moves of all cards that someone does not see, and the most questions by which to get past their ops. */
const [HIDDEN_ROUNDS, MOST_QUESTIONS] = [5, 6];
/** Its own ops may be looked at one by one. */
const FEW = EDITS + 2;

const at = observedServer();

/** The effort of each question of a call to the log. */
async function effortOf(call: () => Promise<{ status: number }>) {
  const before = at.commands.length;
  expect((await call()).status).toBe(200);
  const finds = at.commands.slice(before).filter(({ find }) => find === 'ops');
  expect(finds.length).toBeGreaterThan(0);
  return effortsOf(at.server.connection, finds);
}

test('a page of activity and the past of a task read what they tell, not the log', async () => {
  const { project, server } = at;
  const owner = at.owner();
  const ines = await createMember(server, project);
  const task = await createTask(server, project);
  const cards = await Promise.all(Array.from({ length: CARDS }, () => createTask(server, project)));
  const move = async (state: string) => {
    const changes = cards.map(({ id }) => ({ taskId: id, move: { state } }));
    expect((await owner.post('/kanban/bulk', { projectId: project.id, changes })).status).toBe(200);
  };
  const edit = (body: object) => server.request(ines).put<TaskWriteAnswer>(`/tasks/${task.id}`, body);
  for (let n = 0; n < EDITS; n++) await edit({ title: `Edited ${n}` });
  for (let round = 0; round < ROUNDS; round++) await move(round % 2 === 0 ? 'DONE' : 'READY');

  const isTooMuch = ({ passedOver, sorted }: Effort) => Math.max(passedOver, sorted) > FEW;
  // Postings cover the log up to its latest thousand, which is read op by op.
  const isMoreThanTail = ({ passedOver, sorted }: Effort) => passedOver >= POSTINGS_OPS || sorted > 0;
  const postings = server.connection.collection('oppostings');
  while ((await postings.countDocuments({ projectId: project.id })) < (CARDS * ROUNDS) / POSTINGS_OPS - 1)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  // Whoever is to be notified is looked up in the log as well.
  await server.app.services.notifications.worker.caughtUp();
  const page = (query: string) =>
    effortOf(() => owner.get(`/kanban/project/${project.id}/activity?limit=5${query}`));
  for (const query of [
    '',
    `&taskId=${task.id}`,
    `&taskId=${task.id}&actorId=${project.owner.id}`,
    `&taskId=${task.id}&actorId=${project.owner.id}&type=task.moved`,
  ])
    expect([query, (await page(query)).filter(isTooMuch)]).toEqual([query, []]);
  for (const query of [
    `&actorId=${project.owner.id}`,
    '&type=task.moved',
    '&type=task.moved,task.patched,comment.added',
    `&actorId=${ines.id}&type=task.moved`,
    `&actorId=${project.owner.id}&type=task.patched`,
    `&actorId=${project.owner.id}&type=task.moved,task.created`,
  ])
    expect([query, (await page(query)).filter(isMoreThanTail)]).toEqual([query, []]);
  // What others have changed since is looked up in the task's own history.
  expect((await effortOf(() => edit({ description: 'New', baseRev: task.rev }))).filter(isTooMuch)).toEqual(
    [],
  );
});

test('R32 a page of activity passes many ops that its reader does not see by few questions', async () => {
  const { server, workspace } = at;
  const project = await createProject(server, { workspace });
  const ines = await createMember(server, project);
  const seen = await Promise.all([1, 2, 3].map(() => createTask(server, project)));
  const hidden = { visibility: 'PRIVATE' as const };
  const cards = await Promise.all(Array.from({ length: CARDS }, () => createTask(server, project, hidden)));
  for (let round = 0; round < HIDDEN_ROUNDS; round++) {
    const state = round % 2 === 0 ? 'DONE' : 'READY';
    const changes = cards.map(({ id }) => ({ taskId: id, move: { state } }));
    expect((await at.owner().post('/kanban/bulk', { projectId: project.id, changes })).status).toBe(200);
  }
  for (const limit of [1, 2]) {
    const before = at.commands.length;
    const path = `/kanban/project/${project.id}/activity?limit=${limit}`;
    const { body } = await server.request(ines).get<Activity>(path);
    const latest = seen.map(({ v }) => v).sort((a, b) => b - a);
    expect([body.items.map(({ v }) => v), body.next]).toEqual([latest.slice(0, limit), latest[limit - 1]]);
    // What reads the log beside requests goes forwards (postings, boards in memory), or asks for some types (news).
    const isBackwards = ({ sort }: Command) => (sort as Map<string, number> | undefined)?.get('v') === -1;
    const isOfAllTypes = ({ filter }: Command) => !('type' in (filter as object));
    const questions = at.commands
      .slice(before)
      .filter(({ find }) => find === 'ops')
      .filter((find) => isBackwards(find) && isOfAllTypes(find));
    expect(questions.length).toBeGreaterThan(1);
    expect(questions.length).toBeLessThanOrEqual(MOST_QUESTIONS);
  }
});
