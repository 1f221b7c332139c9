import type { BoardMember } from '@livelane/shared/boards/board.schema';
import { useEffect, useRef } from 'react';
import type { RemoteChange } from '#board-sync/remoteChanges';
import { type Translate, useT } from '#i18n/useT';
import { onRemoteChanges } from '#store/remoteChange.events';
import { announce } from '#ui/announce/announce';

/** Changes that come within this time are told in one sentence, in milliseconds. */
const GATHER_MS = 1_500;

/** Tells screen readers politely what others do on a board. @param people on it, where the board has no names itself */
export function useRemoteAnnouncements(
  boardId: string,
  people: readonly Pick<BoardMember, 'id' | 'firstName'>[],
): void {
  const t = useT();
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
    const stop = onRemoteChanges((changes) => {
      gathered.push(...changes.filter((each) => each.boardId === boardId));
      if (gathered.length > 0) timer ??= window.setTimeout(tell, GATHER_MS);
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [boardId, t]);
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
