import { useBoard } from '../board.context';
import { setOrder } from '../cards/shownCards';
import { Columns } from '../columns/Columns';
import { compareBy } from './card.order';
import { LaneBoard } from './LaneBoard';

setOrder(compareBy);

/** A board in lanes, or sorted. */
export function ArrangedBoard() {
  const { look } = useBoard();
  return look.lanes === 'none' ? <Columns /> : <LaneBoard key={look.lanes} />;
}
