import { checkPresence } from './presence';
import type { Stage } from './simulation';

/** Someone who vanished is gone from every header after this long (SPEC.md#push). */
const VANISHED_MS = 35_000;
/** Time for running work to end: the longest timeout of a request, and heartbeats. */
const ENDED_MS = 90_000;

/** I14: someone who vanishes is forgotten, and once everyone has left, no process or page holds anything of them. */
export async function checkLeaving(stage: Stage): Promise<void> {
  const { world, history, cluster } = stage;
  const [first, ...others] = stage.tabs;
  first?.close();
  await world.advance(VANISHED_MS);
  checkPresence(stage);
  if (history.violation) return;
  for (const tab of others) tab.signOut();
  await world.advance(ENDED_MS);
  for (const tab of others) {
    const left = tab.underWay();
    if (left > 0)
      history.fail('I14', `${tab.name} has left, and ${left} timers and listeners of it have not`);
  }
  const inUse = cluster.inUse();
  if (inUse.length > 0) history.fail('I14', `everyone has left but ${inUse.join(', ')}`);
  if (cluster.timers() > 0) history.fail('I14', `the servers have ${cluster.timers()} timers too many`);
}
