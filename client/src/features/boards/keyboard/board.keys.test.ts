import { boardKey } from './board.keys';

const plain = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const somewhere = { isOnCard: false, singleKeys: true, isRtl: false };
const onCard = { ...somewhere, isOnCard: true };
const press = (key: string, where = onCard, held: Partial<typeof plain> = {}) =>
  boardKey({ ...plain, key, ...held }, where);

it.each([
  ['n', { kind: 'new' }],
  ['/', { kind: 'filter' }],
  ['?', { kind: 'help' }],
])('%s works on the whole board', (key, expected) => {
  expect(press(key, somewhere)).toEqual(expected);
  expect(press(key, onCard)).toEqual(expected);
});

it.each([
  ['e', { kind: 'edit' }, { kind: 'search' }],
  ['m', { kind: 'moveTo' }, { kind: 'search' }],
  ['c', { kind: 'complete' }, { kind: 'search' }],
  ['Delete', { kind: 'delete' }],
  ['ArrowDown', { kind: 'walk', to: 'down' }],
  ['ArrowRight', { kind: 'walk', to: 'after' }],
])('%s works on a card only', (key, expected, elsewhere: object | null = null) => {
  expect(press(key)).toEqual(expected);
  expect(press(key, somewhere)).toEqual(elsewhere);
});

it('knows the keys of a keyboard of another script by their places', () => {
  expect(press('ث', onCard, { code: 'KeyE' })).toEqual({ kind: 'edit' });
  expect(press('ى', somewhere, { code: 'KeyN' })).toEqual({ kind: 'new' });
  expect(press('؟', somewhere, { code: 'Slash', shiftKey: true })).toEqual({ kind: 'help' });
  expect(press('ب', somewhere, { code: 'KeyF' })).toEqual({ kind: 'search' });
});

it('searches for what is typed while no card has the focus, in any script', () => {
  for (const key of ['l', 'L', 'é', '7', 'ب', '図']) {
    expect(press(key, somewhere)).toEqual({ kind: 'search' });
    expect(press(key, onCard)).toBeNull();
  }
  for (const key of [' ', 'Enter', 'F2', 'Dead', '-']) expect(press(key, somewhere)).toBeNull();
});

it('carries a card by Shift and an arrow, and turns around where columns run from right to left', () => {
  expect(press('ArrowRight', onCard, { shiftKey: true })).toEqual({ kind: 'carry', to: 'after' });
  expect(press('ArrowRight', { ...onCard, isRtl: true }, { shiftKey: true })).toEqual({
    kind: 'carry',
    to: 'before',
  });
  expect(press('ArrowUp', { ...onCard, isRtl: true })).toEqual({ kind: 'walk', to: 'up' });
});

it('leaves the shortcuts of browser and system alone', () => {
  for (const held of ['ctrlKey', 'metaKey', 'altKey'] as const) {
    for (const key of ['n', 'c', 'e', 'ArrowLeft', '/'])
      expect(press(key, onCard, { [held]: true })).toBeNull();
  }
});

it('has no shortcut of a single letter once they are switched off', () => {
  const off = { ...onCard, singleKeys: false };
  for (const key of ['n', '/', '?', 'e', 'm', 'c']) expect(press(key, off)).toBeNull();
  expect(press('l', { ...somewhere, singleKeys: false })).toBeNull();
  expect(press('ArrowUp', off)).toEqual({ kind: 'walk', to: 'up' });
  expect(press('Delete', off)).toEqual({ kind: 'delete' });
});
