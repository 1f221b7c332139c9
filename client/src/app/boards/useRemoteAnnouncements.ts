import { useEffect } from 'react';
import type { RemoteChange } from '../../board-sync/remote.changes';
import { type Translate, useT } from '../../i18n/useT';
import { announce } from '../../ui/announce/announce';
import { onRemoteChanges } from '../realtime/remote.changes';

/** Changes that come within this time are told in one sentence, in milliseconds. */
const GATHER_MS = 1_500;

/** Tells screen readers politely what others do on a board. */
export function useRemoteAnnouncements(boardId: string): void {
  const t = useT();
  useEffect(() => {
    let gathered: RemoteChange[] = [];
    let timer: number | undefined;
    const tell = () => {
      timer = undefined;
      announce(sentenceOf(gathered, t));
      gathered = [];
    };
    const stop = onRemoteChanges((changes) => {
      gathered.push(...changes.filter(({ projectId }) => projectId === boardId));
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
