import type { IntlShape } from 'react-intl';
import { opsReceived, type personalOpsReceived } from '#board-sync/board.slice';
import { type BoardsState, projectBoard } from '#board-sync/board.types';
import { personalChanges, type RemoteChange, remoteChanges } from '#board-sync/remoteChanges';
import { listOf } from '#i18n/listOf';
import type { Translate } from '#i18n/useT';
import type { AppState } from '#store/store';
import { columnName } from '../columns/columnName';

/** The changes of others by an action. */
export function changesOfOthers(
  action: ReturnType<typeof opsReceived | typeof personalOpsReceived>,
  { board: before }: AppState,
  { board: after }: AppState,
  userId: string,
): RemoteChange[] {
  return opsReceived.match(action)
    ? remoteChanges(before, after, action.payload, userId)
    : personalChanges(before, after, action.payload);
}

/** One change in full; of many only their authors and number. */
export function sentenceOf(
  changes: readonly RemoteChange[],
  boards: BoardsState,
  t: Translate,
  intl: Pick<IntlShape, 'formatList'>,
): string {
  const [first, ...others] = changes;
  if (!first) return '';
  const nameOf = ({ actor }: RemoteChange) => actor ?? t('remote_somebody');
  // Several changes of one card count as one: the last.
  const last = changes.at(-1) ?? first;
  const isOne = others.every(({ taskId, kind }) => taskId === first.taskId && kind === first.kind);
  if (!isOne) {
    const names = listOf(intl, [...new Set(changes.map(nameOf))]);
    return t('remote_many', { names, count: changes.length });
  }
  const { kind, boardId, title, position } = last;
  const state = columnName(t, projectBoard(boards, boardId)?.settings, last.state);
  const values = { name: nameOf(last), title, state, position };
  return t(`remote_${kind}`, values);
}
