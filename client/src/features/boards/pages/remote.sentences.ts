import type { OpsRange } from '#board-sync/board.reducer';
import { type opsHeard, opsReceived, personalRead } from '#board-sync/board.slice';
import { personalChanges, type RemoteChange, remoteChanges } from '#board-sync/remoteChanges';
import type { Translate } from '#i18n/useT';
import type { AppState } from '#store/store';

/** Pushes that no reading has taken up: more than this are forgotten, the oldest first. */
const MAX_HEARD = 500;

/** What others change by an action. The personal board is read after pushes: those are kept until a reading has them. */
export function changesOfOthers(userId: string) {
  let heard: OpsRange[] = [];
  return (
    action: ReturnType<typeof opsReceived | typeof opsHeard | typeof personalRead>,
    { board: before }: AppState,
    { board: after }: AppState,
  ): RemoteChange[] => {
    if (personalRead.match(action)) {
      const changes = personalChanges(before.sync, after.sync, heard, userId);
      const { cursors } = action.payload;
      heard = heard.filter(({ projectId, to }) => to > (cursors[projectId]?.v ?? Number.POSITIVE_INFINITY));
      return changes;
    }
    const ranges = opsReceived.match(action) ? action.payload : [action.payload];
    heard = [...heard, ...ranges].slice(-MAX_HEARD);
    return opsReceived.match(action) ? remoteChanges(before.sync, after.sync, ranges, userId) : [];
  };
}

/** One change in full; of many only whose they are and how many. */
export function sentenceOf(changes: readonly RemoteChange[], t: Translate): string {
  const [first, ...others] = changes;
  if (!first) return '';
  const nameOf = ({ actor }: RemoteChange) => actor ?? t('remote_somebody');
  // One card that is dragged about in steps is one change: its last one.
  const last = changes.at(-1) ?? first;
  const isOne = others.every(({ taskId, kind }) => taskId === first.taskId && kind === first.kind);
  if (!isOne) {
    const names = [...new Set(changes.map(nameOf))].join(', ');
    return t('remote_many', { names, count: changes.length });
  }
  const { kind, title, state, position } = last;
  const values = { name: nameOf(last), title, state: t(`kanban_state_${state}`), position };
  return t(`remote_${kind}`, values);
}
