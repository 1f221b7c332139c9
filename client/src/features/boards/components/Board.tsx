import { memo, useEffect } from 'react';
import { withLateTexts } from '#i18n/late.texts';
import { preloadLater } from '#lib/quietMoment';
import { deferred } from '#ui/lazy/deferred';
import { useBoard } from '../board.context';
import { ColumnMenu } from '../columns/ColumnHeader';
import { Columns } from '../columns/Columns';

/** In a script of its own; without it the board is shown in columns, in its own order. */
const ArrangedBoard = deferred(
  withLateTexts(async () => (await import('../lanes/ArrangedBoard')).ArrangedBoard),
  undefined,
  Columns,
);
// If the address needs it, its script loads in parallel with the board's data.
if (/[?&](lanes|sort)=/.test(window.location.search)) ArrangedBoard.preload().catch(() => undefined);

/** A board as its viewer has chosen to see it. */
export const Board = memo(function Board() {
  const { look } = useBoard();
  useEffect(() => preloadLater([ArrangedBoard, ColumnMenu]), []);
  return look.lanes === 'none' && !look.sort ? <Columns /> : <ArrangedBoard />;
});
