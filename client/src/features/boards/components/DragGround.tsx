import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '#i18n/useT';
import { afterQuiet, preloadLater } from '#lib/quietMoment';
import { useAppSelector } from '#store/hooks';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import { useBoard } from '../board.context';
import { DeferredCardMenu } from '../cards/TaskCard';
import { ColumnSwitcher } from '../columns/ColumnSwitcher';
import { DragDropContext } from '../dnd/dnd';
import { type CardLists, useCardDrag } from '../dnd/useCardDrag';
import { useFirstMatch } from '../filters/useFirstMatch';
import { useKeptFocus } from '../keyboard/useKeptFocus';
import { clearSelection, useSelection } from '../selection/selection';
import classes from './board.module.css';

/** Fetched in a quiet moment. */
const Selection = deferredDialog(async () => (await import('../selection/Selection')).Selection);

interface Props {
  lists: CardLists;
  isPhone: boolean;
  className: string;
  /** The shown cards, as lists in which ranges are selected; absent: of each column. */
  shownLists?: (() => readonly (readonly string[])[]) | undefined;
  children: ReactNode;
}

/** The area where cards are dragged and selected: the columns, or the lanes. */
export function DragGround({ lists, isPhone, className, shownLists, children }: Props) {
  const t = useT();
  const { boardId } = useBoard();
  const element = useRef<HTMLDivElement>(null);
  const responders = useCardDrag(lists);
  const isSelecting = useSelection().size > 0;
  const [isSelectionReady, setSelectionReady] = useState(false);
  const isOffline = useAppSelector((state) => state.realtime.connection === 'offline');
  useEffect(() => {
    if (isOffline) return;
    // Rendered once its script has loaded: nobody requested it, so a failure shows no message.
    const prepare = () =>
      Selection.preload().then(
        () => setSelectionReady(true),
        () => undefined,
      );
    const cancel = afterQuiet(() => void prepare());
    // Whoever uses the mouse may draw a frame before that.
    const ground = element.current;
    ground?.addEventListener('mousemove', prepare, { once: true });
    return () => {
      cancel();
      ground?.removeEventListener('mousemove', prepare);
    };
  }, [isOffline]);
  // Cards can also be selected before that, by Ctrl+A for instance.
  if (isSelecting && !isSelectionReady) setSelectionReady(true);
  useKeptFocus(boardId);
  useFirstMatch();
  useEffect(() => preloadLater([DeferredCardMenu]), []);
  return (
    <DragDropContext
      {...responders}
      autoScrollerOptions={{ disabled: true }}
      dragHandleUsageInstructions={t('card_drag_hint')}
    >
      <div ref={element} className={className}>
        {children}
      </div>
      <div className={classes.shield} />
      {isSelectionReady && <Selection board={element} shownLists={shownLists} onClose={clearSelection} />}
      {isPhone && <ColumnSwitcher />}
    </DragDropContext>
  );
}
