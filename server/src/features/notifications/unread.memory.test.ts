import type { Subject } from './notification.view';
import { UnreadMemory } from './unread.memory';

const subject: Subject = { reason: 'assigned', workspaceId: 'w', projectId: 'p', taskId: 't' };

/** What the database holds for one person, and how often it was asked. */
function database(...ids: string[]) {
  const rows = new Map(ids.map((id) => [id, subject]));
  const questions: Array<() => void> = [];
  const read = () => {
    const found = new Map(rows);
    return new Promise<typeof found>((resolve) => questions.push(() => resolve(found)));
  };
  return { rows, questions, read, answer: () => questions.at(-1)?.() };
}

async function known(memory: UnreadMemory, { answer }: { answer: () => void }): Promise<number> {
  const counting = memory.of('u');
  answer();
  return (await counting).length;
}

test('what is made counts without a question, and the same one once', async () => {
  const rows = database('a', 'b');
  const memory = new UnreadMemory(10, rows.read);
  expect(await known(memory, rows)).toBe(2);
  memory.add('u', 'c', subject);
  memory.add('u', 'c', subject);
  expect((await memory.of('u')).length).toBe(3);
  expect(rows.questions).toHaveLength(1);
});

test('what was read is asked for again', async () => {
  const rows = database('a', 'b');
  const memory = new UnreadMemory(10, rows.read);
  await known(memory, rows);
  rows.rows.delete('a');
  memory.forget('u');
  expect(await known(memory, rows)).toBe(1);
});

test.each([
  ['made', (memory: UnreadMemory) => memory.add('u', 'b', subject)],
  ['read', (memory: UnreadMemory) => memory.forget('u')],
])('an answer during which one was %s is not kept', async (_what, happens) => {
  const rows = database('a');
  const memory = new UnreadMemory(10, rows.read);
  const counting = memory.of('u');
  happens(memory);
  rows.rows.set('b', subject);
  rows.answer();
  expect(await counting).toHaveLength(1);
  expect(await known(memory, rows)).toBe(2);
});

test('the oldest ones beyond the limit do not count, and newer ones do', async () => {
  const rows = database('a', 'b');
  const memory = new UnreadMemory(2, rows.read);
  await known(memory, rows);
  memory.add('u', 'c', { ...subject, taskId: 'new' });
  expect((await memory.of('u')).map(({ taskId }) => taskId)).toEqual(['t', 'new']);
});

test('a question that failed is asked again', async () => {
  let isAway = true;
  const memory = new UnreadMemory(10, async () => {
    if (isAway) throw new Error('away');
    return new Map([['a', subject]]);
  });
  await expect(memory.of('u')).rejects.toThrow('away');
  isAway = false;
  expect(await memory.of('u')).toHaveLength(1);
});
