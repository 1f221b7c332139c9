import { statSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/** They take many times as long as their size suggests, which is all that Jest knows of them in a fresh clone. */
const LONGEST = ['client/e2e/axe.test.ts', 'client/e2e/memory.test.ts', 'simulation/test/simulation.test.ts'];

/** Their tests wait most of the time: for starts, signals, lines that are cut. */
const WAITING_PROJECT = 'process';
/** The last of them begins when so much of the others is done, so that nobody waits for it at the end. */
const WAITING_WITHIN = 0.8;

/**
 * Jest's order, but with the longest files in front: one that starts last keeps the others' worker waiting. Files that
 * wait are spread among those that keep a core busy: several at once would leave the cores idle.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => {
      const index = LONGEST.findIndex((name) => path.endsWith(name));
      return index < 0 ? LONGEST.length : index;
    };
    const sorted = super.sort(tests).sort((one, other) => place(one) - place(other));
    const isWaiting = ({ context }) => context.config.displayName?.name === WAITING_PROJECT;
    return spread(
      sorted.filter(isWaiting),
      sorted.filter((test) => !isWaiting(test)),
    );
  }
}

/** The second list with the first one in it, at even distances by the size of what is between. */
function spread(waiting, busy) {
  const sizes = busy.map(({ path }) => statSync(path).size);
  const distance = (WAITING_WITHIN * sizes.reduce((sum, size) => sum + size, 0)) / waiting.length;
  const order = [];
  const left = [...waiting];
  let passed = 0;
  for (const [index, test] of busy.entries()) {
    while (left.length > 0 && passed >= distance * (waiting.length - left.length)) order.push(left.shift());
    order.push(test);
    passed += sizes[index];
  }
  return [...order, ...left];
}
