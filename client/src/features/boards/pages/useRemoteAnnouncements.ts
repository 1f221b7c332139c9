import type { BoardMember } from '@livelane/shared/boards/board.schema';
import { isAnyOf } from '@reduxjs/toolkit';
import { useEffect, useRef } from 'react';
import type { OpsRange } from '#board-sync/board.reducer';
import { opsHeard, opsReceived, personalRead } from '#board-sync/board.slice';
import { personalChanges, type RemoteChange, remoteChanges } from '#board-sync/remoteChanges';
import { type Translate, useT } from '#i18n/useT';
import { useCurrentUser } from '#lib/useSession';
import { useAppDispatch } from '#store/hooks';
import { type AppState, addAppListener } from '#store/store';
import { announce } from '#ui/announce/announce';

/** Changes that come within this time are told in one sentence. */
const GATHER_MS = 1_500;
/** Pushes that no reading has taken up: more than this are forgotten, the oldest first. */
const MAX_HEARD = 500;

/** Tells screen readers politely what others do on a board. @param people on it, where the board has no names itself */
export function useRemoteAnnouncements(
  boardId: string,
  people: readonly Pick<BoardMember, 'id' | 'firstName'>[],
): void {
  const t = useT();
  const dispatch = useAppDispatch();
  const userId = useCurrentUser().id;
  const known = useRef(people);
  useEffect(() => {
    known.current = people;
  }, [people]);
  useEffect(() => {
    let gathered: RemoteChange[] = [];
    let timer: number | undefined;
    const tell = () => {
      timer = undefined;
      const nameOf = (id: string) => known.current.find((each) => each.id === id)?.firstName ?? null;
      announce(
        sentenceOf(
          gathered.map((each) => ({ ...each, actor: each.actor ?? nameOf(each.actorId) })),
          t,
        ),
      );
      gathered = [];
    };
    const changesOf = changesOfOthers(userId);
    const stop = dispatch(
      addAppListener({
        matcher: isChange,
        // Only here are both sides of an op at hand.
        effect: (action, { getOriginalState, getState }) => {
          const changes = changesOf(action, getOriginalState(), getState());
          gathered.push(...changes.filter((each) => each.boardId === boardId));
          if (gathered.length > 0) timer ??= window.setTimeout(tell, GATHER_MS);
        },
      }),
    );
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [boardId, t, dispatch, userId]);
}

const isChange = isAnyOf(opsReceived, opsHeard, personalRead);

/** What others change by an action. The personal board is read after pushes: those are kept until a reading has them. */
function changesOfOthers(userId: string) {
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
