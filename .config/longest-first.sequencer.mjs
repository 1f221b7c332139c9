import Sequencer from '@jest/test-sequencer';

/** They take many times as long as their size suggests, which is all that Jest knows of them in a fresh clone. */
const LONGEST = ['client/e2e/axe.test.ts', 'client/e2e/memory.test.ts'];

/** Jest's order, but with the longest files in front: one that starts last keeps the others' worker waiting. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => {
      const index = LONGEST.findIndex((name) => path.endsWith(name));
      return index < 0 ? LONGEST.length : index;
    };
    return super.sort(tests).sort((one, other) => place(one) - place(other));
  }
}
