import { effortsOf } from './effort';
import { createTask } from './factories';
import { observedServer } from './observedServer';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Longer than deleted texts, kept answers and unused data are kept. */
const LONG_MS = 60 * DAY_MS;
/** Tasks that nothing has to be done for. */
const LIVING = 60;
/** Some rows of small collections may be looked at one by one. */
const FEW = 10;

const at = observedServer();

test('R24 R25 upkeep, sweep and the end of interrupted moves read what is due, and not all that there is', async () => {
  const { project, server } = at;
  for (let n = 0; n < LIVING; n++) await createTask(server, project);
  const gone = await createTask(server, project, { title: 'Gone' });
  expect((await at.owner().delete(`/tasks/${gone.id}`)).status).toBe(200);
  const later = new Date(Date.now() + LONG_MS);
  const before = at.commands.length;
  await server.app.services.historyUpkeep.run(later);
  await server.app.services.team.sweep.sweep(later);
  await server.app.services.team.sweep.purge();
  await server.app.services.transfer.finishAll();
  const finds = at.commands.slice(before).filter(({ find }) => find !== undefined);
  expect(finds.filter(({ find }) => find === 'tasks').length).toBeGreaterThan(0);
  const efforts = await effortsOf(server.connection, finds);
  const costly = finds.filter((_find, index) => (efforts[index]?.passedOver ?? 0) > FEW);
  expect(costly).toEqual([]);
});
