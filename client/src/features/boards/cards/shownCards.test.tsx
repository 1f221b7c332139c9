/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { ColumnsSettings } from '@livelane/shared/boards/column.settings';
import { act, screen } from '@testing-library/react';
import { PROJECT, task } from '#board-sync/board.fixture';
import { connectionChanged } from '#board-sync/realtime.slice';
import type { BoardContextValue } from '../board.context';
import { NO_LOOK } from '../board.look';
import { showOnBoard } from '../boardParts.fixture';
import { openingColumn, rememberColumn } from '../columns/openingColumn';
import { NO_FILTER } from '../filters/board.filter';
import { useCardCounts } from '../filters/useCardCounts';
import { useFirstMatch } from '../filters/useFirstMatch';
import { compareBy } from '../lanes/card.order';
import { PrintedBoard } from '../print/PrintedBoard';
import { useTaskSteps } from '../task/useTaskSteps';
import { setOrder } from './shownCards';
import { useShownCards } from './useShownCards';

const settings: ColumnsSettings = { READY: { name: null, isHidden: true, wipLimit: null, policy: '' } };
const filter = { ...NO_FILTER, title: 'paint' };
const cards = [
  task({ title: 'Paint it', state: 'BACKLOG' }),
  task({ title: 'Paint a wall' }),
  task({ title: 'Paint the door', state: 'DONE', rank: 'a0' }),
  task({ title: 'Paint a fence', state: 'DONE', rank: 'a1' }),
  task({ title: 'Sand', state: 'DONE', rank: 'a2' }),
] as const;
const [first, hidden, door, fence, sand] = cards;

function Probe({ useValue }: { useValue: () => unknown }) {
  return <output>{JSON.stringify(useValue())}</output>;
}

/** What a hook returns for a board whose column READY is hidden. */
function resultOf(useValue: () => unknown, given: Partial<BoardContextValue> = {}): unknown {
  showOnBoard(<Probe useValue={useValue} />, cards, { settings, ...given });
  const text = screen.getByRole('status').textContent;
  return text && JSON.parse(text);
}

/** A board of which one column is on the page. */
function DoneColumn() {
  useFirstMatch();
  return <div data-state="DONE" />;
}

describe('a hidden column is not drawn:', () => {
  test('its cards are not printed', () => {
    showOnBoard(<PrintedBoard title="Apollo" />, cards, { settings });
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Backlog 1',
      'Done 3',
    ]);
    expect(screen.queryByText(hidden.title)).not.toBeInTheDocument();
  });

  test('its cards are not among those that a filter shows', () => {
    expect(resultOf(useCardCounts, { filter })).toEqual({ shown: 3, all: 4 });
  });

  test('a filter scrolls to the first column that is there', () => {
    const scrolled = jest.spyOn(window, 'scrollTo').mockReturnValue();
    const away = window.innerWidth + 1;
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return new DOMRect(this.getAttribute('data-state') === 'DONE' ? away : 0, 0, 100, 0);
    });
    showOnBoard(
      <>
        <div data-state="READY" />
        <DoneColumn />
      </>,
      [hidden, door],
      { settings, filter },
    );
    expect(scrolled).toHaveBeenCalledWith({ left: away, behavior: 'instant' });
  });

  test('no phone opens the board there', () => {
    const board = { boardId: PROJECT, filter: NO_FILTER, workspaceOf: () => undefined, settings };
    const { store } = showOnBoard(null, [hidden, door]);
    expect(openingColumn(store.getState(), board)).toBe('DONE');
    rememberColumn(PROJECT, 'READY');
    expect(openingColumn(store.getState(), board)).toBe('DONE');
    expect(openingColumn(store.getState(), { ...board, settings: {} })).toBe('READY');
  });

  test('steps from task to task leave it out', () => {
    expect(resultOf(() => useTaskSteps(first.id))).toEqual({ previous: null, next: door.id });
  });
});

test('steps from task to task follow the order of a sorted board', () => {
  setOrder(compareBy);
  const look = { ...NO_LOOK, sort: 'title' as const };
  expect(resultOf(() => useTaskSteps(door.id), { look })).toEqual({ previous: fence.id, next: sand.id });
});

test('a board that is sorted and filtered is put in order once, not at each change of the store', () => {
  let compared = 0;
  setOrder((sort) => {
    const compare = compareBy(sort);
    return (a, b) => {
      compared++;
      return compare(a, b);
    };
  });
  const look = { ...NO_LOOK, sort: 'title' as const };
  const part = (
    <>
      <Probe useValue={useCardCounts} />
      <Probe useValue={() => useShownCards('DONE')} />
    </>
  );
  const { store } = showOnBoard(part, cards, { look, filter });
  expect(screen.getAllByRole('status').map(({ textContent }) => JSON.parse(textContent ?? ''))).toEqual([
    { shown: 4, all: 5 },
    [fence.id, door.id],
  ]);
  expect(compared).toBeGreaterThan(0);
  compared = 0;
  act(() => void store.dispatch(connectionChanged('offline')));
  expect(compared).toBe(0);
  setOrder(compareBy);
});
