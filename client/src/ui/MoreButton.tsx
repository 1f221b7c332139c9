import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { SubmitButton } from './form/SubmitButton';
import { focusRow } from './useRowFocus';

interface Props {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage'> & { fetchNextPage: () => unknown };
  children: ReactNode;
}

/**
 * Reads the next page of the list that is right before it, if there is one. The focus goes on to the first row of that
 * page: at the end of the list, this button is gone.
 */
export function MoreButton({ list, children }: Props) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const button = useRef<HTMLButtonElement>(null);
  /** The list that grows, and its rows when the button was pressed. */
  const grows = useRef<{ rows: Element; count: number } | null>(null);
  useEffect(() => {
    if (!grows.current || isFetchingNextPage) return;
    const { rows, count } = grows.current;
    grows.current = null;
    const { activeElement, body } = document;
    // Somebody has gone elsewhere meanwhile.
    if (activeElement !== body && activeElement !== button.current) return;
    focusRow(rows.children[count] ?? (hasNextPage ? null : rows.lastElementChild));
  }, [isFetchingNextPage, hasNextPage]);
  if (!hasNextPage) return null;
  return (
    <SubmitButton
      ref={button}
      type="button"
      variant="text"
      isPending={isFetchingNextPage}
      onClick={({ currentTarget: { previousElementSibling: rows } }) => {
        if (rows instanceof HTMLUListElement) grows.current = { rows, count: rows.childElementCount };
        void fetchNextPage();
      }}
    >
      {children}
    </SubmitButton>
  );
}
