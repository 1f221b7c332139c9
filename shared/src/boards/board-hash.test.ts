import type { TaskVisibility } from '../tasks/task.values';
import { boardHash } from './board-hash';

const task = (id: string, rev: number, visibility: TaskVisibility = 'PUBLIC') => ({ id, rev, visibility });

// The expected digests are those of `printf 'a:3\nb:12' | sha256sum` and so on.
describe('the board hash (SPEC.md#push)', () => {
  it('is the hex SHA-256 of the sorted lines id:rev, joined by a line feed', () => {
    expect(boardHash([task('b', 12), task('a', 3)])).toBe(
      '1bee71fe6eed1168cade61876892c715adf720ccffd92e493d89d2a4bc2fdfc3',
    );
  });

  it('of an empty board is that of the empty text', () => {
    expect(boardHash([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('leaves PRIVATE tasks out, so that all recipients can compare', () => {
    expect(boardHash([task('a', 3), task('p', 9, 'PRIVATE')])).toBe(boardHash([task('a', 3)]));
  });

  it('changes with a rev and not with the order', () => {
    const hash = boardHash([task('a', 1), task('b', 1)]);
    expect(boardHash([task('b', 1), task('a', 1)])).toBe(hash);
    expect(boardHash([task('a', 1), task('b', 2)])).not.toBe(hash);
  });
});
