import type { Database } from '../server/database';
import type { History } from './history';
import type { Plan, Step } from './plan';
import { simulate } from './simulation';

/** Simulations that a search for a smaller plan may take. */
const MAX_RUNS = 150;

export interface Shrunk {
  plan: Plan;
  history: History;
}

/**
 * Removes the parts of a failing plan that it does not need to fail in the same way: steps, faults of
 * the network, then tabs at the end.
 */
export async function shrink(failing: Plan, database: Database): Promise<Shrunk> {
  let best: Shrunk = { plan: failing, history: await simulate(failing, database) };
  const wanted = best.history.violation?.invariant;
  let runs = 0;
  const fails = async (plan: Plan): Promise<boolean> => {
    if (!wanted || ++runs > MAX_RUNS) return false;
    const history = await simulate(plan, database);
    if (history.violation?.invariant !== wanted) return false;
    best = { plan, history };
    return true;
  };
  for (let size = Math.ceil(failing.steps.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let from = 0; from < best.plan.steps.length; ) {
      if (!(await fails({ ...best.plan, steps: without(best.plan.steps, from, size) }))) from += size;
    }
  }
  for (const [index, browser] of best.plan.browsers.entries()) {
    const still = { lostRequests: 0, lostAnswers: 0, doubledRequests: 0, lostPushes: 0, doubledPushes: 0 };
    const weather = { ...browser.weather, ...still, shuffledPushes: 0 };
    await fails({ ...best.plan, browsers: best.plan.browsers.with(index, { ...browser, weather }) });
  }
  while (best.plan.tabs.length > 1) {
    if (!(await fails({ ...best.plan, tabs: best.plan.tabs.slice(0, -1) }))) break;
  }
  if (best.plan.nodes > 1) await fails({ ...best.plan, nodes: 1 });
  return best;
}

/** Without some steps; the time that they took stays. */
function without(steps: readonly Step[], from: number, count: number): Step[] {
  const kept = steps.filter((_, index) => index < from || index >= from + count);
  const lost = steps.slice(from, from + count).reduce((sum, step) => sum + step.afterMs, 0);
  return kept.map((step, index) => (index === from ? { ...step, afterMs: step.afterMs + lost } : step));
}
