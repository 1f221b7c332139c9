import { useCallback, useEffect, useRef, useState } from 'react';
import { readOf } from '#board-sync/board.reading';
import { boardLeft, pastRead } from '#board-sync/board.slice';
import { PAST_BOARD } from '#board-sync/board.types';
import { useAppDispatch } from '#store/hooks';
import { type Moment, readPastBoard } from './rewind.api';

/** The version of the board that is shown. */
export interface Shown {
  v: number;
  /** Milliseconds since 1970; null before the first change. */
  at: number | null;
}

/** Reads a board as it was and puts it into the store; of several moments in a row, only the last one counts. */
export function usePastBoard(projectId: string) {
  const dispatch = useAppDispatch();
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState<unknown>(null);
  const wanted = useRef<Moment | null>(null);
  const isReading = useRef(false);
  const isLeft = useRef(false);

  const show = useCallback(
    async (moment: Moment) => {
      wanted.current = moment;
      if (isReading.current) return;
      isReading.current = true;
      for (let next: Moment | null = moment; next && !isLeft.current; next = wanted.current) {
        wanted.current = null;
        try {
          const past = await readPastBoard(projectId, next);
          if (isLeft.current) break;
          dispatch(pastRead(readOf(past)));
          setShown({ v: past.v, at: past.at === null ? null : Date.parse(past.at) });
          setError(null);
        } catch (failure) {
          setError(failure);
        }
      }
      isReading.current = false;
    },
    [dispatch, projectId],
  );
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      dispatch(boardLeft(PAST_BOARD));
    };
  }, [dispatch]);
  return { shown, error, show };
}
