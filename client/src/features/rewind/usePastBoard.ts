import { useCallback, useEffect, useRef, useState } from 'react';
import { boardLeft, pastRead } from '#board-sync/board.slice';
import { PAST_BOARD } from '#board-sync/board.types';
import { useAppDispatch } from '#store/hooks';
import { type Moment, readPastBoard } from './rewind.api';

/** The shown version of the board. */
export interface Shown {
  v: number;
  /** Milliseconds since 1970; null before the first change. */
  at: number | null;
}

/** A moment that could not be shown. */
export interface Failed {
  moment: Moment;
  error: unknown;
}

/**
 * Reads a past board into the store; of several moments in a row, only the last one counts. One that could not be read
 * is kept with its error, an object of its own each time, until another is shown.
 */
export function usePastBoard(projectId: string) {
  const dispatch = useAppDispatch();
  const [shown, setShown] = useState<Shown | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const wanted = useRef<Moment | null>(null);
  const reading = useRef<Moment | null>(null);
  const isLeft = useRef(false);

  const show = useCallback(
    async (moment: Moment) => {
      wanted.current = moment;
      if (reading.current) return;
      for (let next: Moment | null = moment; next && !isLeft.current; next = wanted.current) {
        wanted.current = null;
        reading.current = next;
        try {
          const past = await readPastBoard(projectId, next);
          if (isLeft.current) break;
          dispatch(pastRead(past));
          setShown({ v: past.v, at: past.at == null ? null : Date.parse(past.at) });
          setFailed(null);
        } catch (error) {
          setFailed({ moment: next, error });
        }
      }
      reading.current = null;
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
  /** The moment that is being loaded. */
  const awaited = useCallback(() => wanted.current ?? reading.current, []);
  return { shown, failed, show, awaited };
}
