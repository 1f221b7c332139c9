import { newId, PROJECT, task, USER } from './board.fixture';
import type { CommentChange } from './board.types';
import { addComment, editComment } from './comment.mutations';
import { patchTask } from './edit.mutations';
import type { BoardMutation } from './mutations';
import { clock, newBrowser, offline, RETRY, settle } from './outbox.fixture';
import type { SendResult } from './outbox.types';

// Each test simulates the network; the real one would keep Node's channel between tabs open.
jest.mock('#lib/api', () => ({}));

let browser: ReturnType<typeof newBrowser>;
beforeEach(() => {
  browser = newBrowser();
});

const ELSEWHERE = newId();
const base = { baseRev: 5, baseProjectId: PROJECT };
/** The answer to a change of a task that is in another project by then, where versions count differently. */
const ANSWERED_ELSEWHERE: SendResult = {
  outcome: 'done',
  v: 0,
  base: { baseRev: 3, baseProjectId: ELSEWHERE },
};

const on = task();
const description = (text: string, seen: string) =>
  patchTask(clock, undefined, on, { description: text, ...base }, seen);
const { comment } = addComment(clock, on, USER, 'Old').pending.change as CommentChange;
const remark = (text: string, seen: string) =>
  editComment(clock, on, comment, text, { text: seen, rev: base.baseRev, projectId: PROJECT });

test.each([
  ['a description', () => [description('One', ''), description('Two', 'One'), description('Three', 'Two')]],
  ['a comment', () => [remark('One', 'Old'), remark('Two', 'One'), remark('Three', 'Two')]],
  [
    'a description, behind the move to that project',
    () => [
      patchTask(clock, undefined, on, { projectId: ELSEWHERE }),
      description('One', ''),
      description('Two', 'One'),
    ],
  ],
] as [string, () => BoardMutation[]][])(
  'SPEC.md#conflicts: an edit of %s builds on the own one before it also where the task has left the project',
  async (_, make) => {
    const changes = make();
    const [first, second] = [await browser.open(offline), await browser.open(offline)];
    for (const each of changes) first.queue.add(each);
    await settle();
    const sent = first.sent.length;
    let answers = 0;
    first.answer = async () => (answers++ < 2 ? ANSWERED_ELSEWHERE : RETRY);
    await browser.pass(2_000);
    const now = { baseRev: 3, baseProjectId: ELSEWHERE };
    expect(first.sent.slice(sent).map(({ body }) => body)).toMatchObject(
      changes.map(({ entry: { body } }, n) => ({
        ...(body as object),
        ...(changes[n - 1]?.seenText !== undefined && now),
      })),
    );
    // Another tab has heard of it, and sends the same request (R7).
    await first.close();
    expect(second.sent).toMatchObject([{ body: now }]);
    await second.close();
  },
);
