import { useEffect, useRef } from 'react';
import { useBoard } from '../board.context';
import { isFiltering } from '../filters/board.filter';
import { useAddress } from '../useAddress';
import { addressOf } from './view.address';
import { useViews } from './views.api';

/** The saved view that the address names; applied if the address contains nothing else. */
export function useAskedView() {
  const { boardId, filter, look } = useBoard();
  const setAddress = useAddress();
  const { data } = useViews(boardId);
  const view = data?.find(({ id }) => id === look.viewId);
  const isBare = !isFiltering(filter) && look.lanes === 'none';
  const known = useRef<string | null>(null);
  useEffect(() => {
    // Only once: someone who then clears the filter wants to see everything.
    if (!view || known.current === view.id) return;
    known.current = view.id;
    if (isBare) setAddress((params) => addressOf(params, view, look.sort), { replace: true });
  }, [view, isBare, look.sort, setAddress]);
  return view;
}
