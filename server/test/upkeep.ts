import type { TestProject } from './factories';
import type { TestServer } from './harness';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Does the upkeep of the history that is due in so many days. */
export const upkeepAfter = ({ app }: TestServer, days: number): Promise<void> =>
  app.services.historyUpkeep.run(new Date(Date.now() + days * DAY_MS));

/** The version of a project's board, and the hash of its cards. */
export const headOf = ({ app }: TestServer, { id }: Pick<TestProject, 'id'>) => app.services.boards.head(id);
