import { createIntl } from 'react-intl';
import { PROJECT, snapshot, withColumnName, withSnapshot } from '#board-sync/board.fixture';
import { noBoards } from '#board-sync/board.types';
import type { RemoteChange } from '#board-sync/remoteChanges';
import { enGB } from '#i18n/en-GB';
import type { Translate } from '#i18n/useT';
import { sentenceOf } from './remote.sentences';

const intl = createIntl({ locale: 'en-GB', messages: enGB });
const t: Translate = (id, values) => intl.formatMessage({ id }, values);
const change = (part: Partial<RemoteChange> = {}): RemoteChange => ({
  boardId: 'p',
  kind: 'moved',
  taskId: 'fix',
  actorId: 'ana',
  actor: 'Ana',
  title: 'Fix login',
  state: 'REVIEW',
  position: 2,
  ...part,
});

it.each([
  ['moved', 'Ana moved Fix login to Review, position 2'],
  ['created', 'Ana added Fix login to Review'],
  ['changed', 'Ana changed Fix login'],
  ['deleted', 'Ana removed Fix login from the board'],
] as const)('tells of a card that was %s', (kind, sentence) => {
  expect(sentenceOf([change({ kind })], noBoards, t, intl)).toBe(sentence);
});

it('tells the last place of a card that was moved in steps', () => {
  expect(sentenceOf([change({ position: 5 }), change({ position: 3 })], noBoards, t, intl)).toBe(
    'Ana moved Fix login to Review, position 3',
  );
});

it('tells many changes together, with whose they are', () => {
  const changes = [change(), change({ taskId: 'b', actor: 'Bob' }), change({ kind: 'deleted', taskId: 'c' })];
  expect(sentenceOf(changes, noBoards, t, intl)).toBe('Ana and Bob made 3 changes');
  const inJapanese = createIntl({ locale: 'ja', messages: enGB });
  expect(sentenceOf(changes, noBoards, t, inJapanese)).toBe('Ana、Bob made 3 changes');
});

it('keeps names of the other direction of writing in their place of a list', () => {
  const changes = [change(), change({ taskId: 'b', actor: 'Bob' })];
  const inArabic = createIntl({ locale: 'ar-u-nu-latn', messages: enGB });
  const [ana, bob] = ['\u2068Ana\u2069', '\u2068Bob\u2069'];
  expect(sentenceOf(changes, noBoards, t, inArabic)).toBe(`${ana} و${bob} made 2 changes`);
  const withLeila = [change(), change({ taskId: 'b', actor: 'ليلى' })];
  expect(sentenceOf(withLeila, noBoards, t, intl)).toBe(`${ana} and \u2068ليلى\u2069 made 2 changes`);
});

it('has a word for whoever has left the project', () => {
  expect(sentenceOf([change({ actor: null, kind: 'changed' })], noBoards, t, intl)).toBe(
    'Someone changed Fix login',
  );
});

it('calls a column by its name on the board', () => {
  const boards = withSnapshot(noBoards, withColumnName(snapshot(1, []), 'REVIEW', 'Proofreading'));
  expect(sentenceOf([change({ boardId: PROJECT })], boards, t, intl)).toBe(
    'Ana moved Fix login to Proofreading, position 2',
  );
});
