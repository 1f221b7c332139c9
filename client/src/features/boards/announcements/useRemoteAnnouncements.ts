import type { BoardMember } from '@livelane/shared/boards/board.schema';
import { isAnyOf } from '@reduxjs/toolkit';
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { opsReceived, personalOpsReceived } from '#board-sync/board.slice';
import type { RemoteChange } from '#board-sync/remoteChanges';
import { withLateTexts } from '#i18n/late.texts';
import { useT } from '#i18n/useT';
import { useCurrentUser } from '#lib/useSession';
import { useAppStore } from '#store/hooks';
import { addAppListener } from '#store/store';
import { announce } from '#ui/announce/announce';

/** Changes that come within this time are announced in one sentence. */
const GATHER_MS = 1_500;
/** Fetched when there is something to announce. */
const loadSentences = withLateTexts(() => import('./remote.sentences'));

/**
 * Announces changes of others on a board to screen readers, politely.
 * @param people on it, if the board itself has no names
 * @param onPeopleWanted called with projects whose people are missing
 */
export function useRemoteAnnouncements(
  boardId: string,
  people: readonly Pick<BoardMember, 'id' | 'firstName'>[],
  onPeopleWanted: (projectIds: readonly string[]) => void,
): void {
  const t = useT();
  const intl = useIntl();
  const store = useAppStore();
  const userId = useCurrentUser().id;
  const known = useRef(people);
  useEffect(() => {
    known.current = people;
  }, [people]);
  useEffect(() => {
    let gathered: RemoteChange[] = [];
    let timer: number | undefined;
    let isLeft = false;
    const nameOf = (id: string) => known.current.find((each) => each.id === id)?.firstName ?? null;
    const announceGathered = async () => {
      timer = undefined;
      const { sentenceOf } = await loadSentences();
      announce(
        sentenceOf(
          gathered.map((each) => ({ ...each, actor: each.actor ?? nameOf(each.actorId) })),
          store.getState().board,
          t,
          intl,
        ),
      );
      gathered = [];
    };
    const stop = store.dispatch(
      addAppListener({
        matcher: isChange,
        // Only here are the boards before and after an op both available.
        effect: async (action, { getOriginalState, getState }) => {
          const [before, after] = [getOriginalState(), getState()];
          // Without a connection the script cannot load, but no changes of others arrive either.
          const sentences = await loadSentences().catch(() => undefined);
          if (!sentences || isLeft) return;
          const changes = sentences
            .changesOfOthers(action, before, after, userId)
            .filter((each) => each.boardId === boardId);
          // By the time of the announcement they may have loaded.
          if (
            personalOpsReceived.match(action) &&
            changes.some(({ actor, actorId }) => !actor && !nameOf(actorId))
          )
            onPeopleWanted([action.payload.projectId]);
          gathered.push(...changes);
          if (gathered.length > 0) timer ??= window.setTimeout(() => void announceGathered(), GATHER_MS);
        },
      }),
    );
    return () => {
      isLeft = true;
      stop();
      window.clearTimeout(timer);
    };
  }, [boardId, t, intl, store, userId, onPeopleWanted]);
}

const isChange = isAnyOf(opsReceived, personalOpsReceived);
