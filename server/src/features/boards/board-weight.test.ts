import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { BoardTop, MoreCards } from '@livelane/shared/boards/board.lines';
import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import { unpackCards } from '@livelane/shared/boards/card.packing';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { uuid } from '@livelane/shared/values/uuid.fixture';
import { BoardReplica } from './board.replica';
import { BoardResponseCache } from './board-response.cache';
import { StreamedPage } from './page';

// R32: boards are weighed in bytes, not in cards.

const LARGE = 'd'.repeat(20_000);
const viewer = { userId: uuid(1), role: 'member' } as const;
/** The id of each board's first card. */
const FIRST = uuid(10);
const at = '2026-03-01T10:00:00.000Z';

function board(cards: number, descriptionOf: (n: number) => string): BoardReplica {
  const tasks = Array.from({ length: cards }, (_, n) => ({
    id: uuid(n + 10),
    projectId: uuid(2),
    title: `Card ${n}`,
    description: descriptionOf(n),
    state: 'READY',
    rank: `a${String(n).padStart(6, '0')}`,
    rev: 1,
    visibility: 'PUBLIC',
    assignees: [],
    checklist: [],
    createdBy: uuid(1),
    createdAt: at,
    updatedAt: at,
  }));
  return new BoardReplica(uuid(2), uuid(3), 1, tasks as unknown as StoredTask[]);
}

test('R32 a board beyond what pages may take is written while it is read, and reads as a small one does', async () => {
  const [pages, large] = [new BoardResponseCache(), board(2_000, (n) => `${n}${LARGE}`)];
  const page = pages.pageFor(large, viewer, [], 'object');
  if (!(page instanceof StreamedPage)) throw new Error('it is built whole');
  const { body } = await page.encoded('identity');
  if (!(body instanceof Readable)) throw new Error('no stream');
  const before = body.read(1);
  // Chunks that the reader does not take are not made.
  expect(body.readableLength).toBeLessThan(200_000);
  // The board changes meanwhile: the answer stays the same.
  large.apply({ ...op(large, 2), type: 'task.deleted', patch: {} });
  const whole = JSON.parse(before + (await text(body))) as ProjectBoard;
  const ready = whole.columns.find(({ state }) => state === 'READY');
  expect(whole.v).toBe(1);
  expect(ready?.tasks.map(({ columnPosition }) => columnPosition)).toEqual([...Array(2_000).keys()]);
  const zipped = await page.encoded('br');
  expect(zipped.encoding).toBe('gzip');
  const { body: lines } = await pages.pageFor(large, viewer, [], 'lines').encoded('identity');
  if (!(lines instanceof Readable)) throw new Error('no stream');
  const begun = lines.read(1);
  expect(lines.readableLength).toBeLessThan(250_000);
  const counts = `${begun}${await text(lines)}`
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const { cards, columns } = JSON.parse(line) as Partial<BoardTop & MoreCards>;
      const top = columns?.find(({ state }) => state === 'READY')?.cards;
      return unpackCards((index === 0 ? top : cards) ?? []).length;
    });
  expect(counts.reduce<number>((sum, count = 0) => sum + count, 0)).toBe(1_999);
});

test('a board that fits is built once for those who ask for it', () => {
  const [pages, small] = [new BoardResponseCache(), board(20, () => LARGE)];
  expect(pages.pageFor(small, viewer, [], 'object')).toBe(pages.pageFor(small, viewer, [], 'object'));
});

/** What ops about the board's first card have in common. */
function op({ projectId }: BoardReplica, v: number) {
  return {
    id: uuid(v + 5),
    v,
    projectId,
    taskId: FIRST,
    actorId: uuid(1),
    mutationId: uuid(5),
    at,
    before: null,
  };
}

test('R32 a board weighs what its texts weigh, whatever happens to its cards', () => {
  const [light, heavy] = [board(100, () => ''), board(100, () => LARGE)];
  expect(heavy.weight - light.weight).toBe(100 * 2 * LARGE.length);
  const { weight } = heavy;
  heavy.apply({ ...op(heavy, 2), type: 'task.patched', patch: { description: '' } });
  expect(heavy.weight).toBe(weight - 2 * LARGE.length);
  heavy.apply({ ...op(heavy, 3), type: 'task.deleted', patch: {} });
  expect(heavy.weight).toBeLessThan(weight - 2 * LARGE.length);
});

test('R32 the items of a checklist weigh what their texts weigh', () => {
  const plain = board(1, () => '');
  const { weight } = plain;
  const items = Array.from({ length: 100 }, (_, n) => ({
    id: uuid(n + 1_000),
    text: 't'.repeat(500),
    isDone: false,
    rank: `a${n}`,
  }));
  plain.apply({ ...op(plain, 2), type: 'checklist.added', patch: { items } });
  expect(plain.weight - weight).toBeGreaterThanOrEqual(100 * 2 * 500);
  plain.apply({ ...op(plain, 3), type: 'checklist.removed', patch: { itemIds: items.map(({ id }) => id) } });
  expect(plain.weight).toBe(weight);
});
