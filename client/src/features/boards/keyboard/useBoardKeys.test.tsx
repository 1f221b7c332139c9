/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { task } from '#board-sync/board.fixture';
import { onCommands } from '#lib/commands';
import { showOnBoard } from '../boardParts.fixture';
import { FilterPill } from '../filters/FilterPill';
import { useBoardKeys } from './useBoardKeys';

const ignore = () => undefined;
const card = task();

/** A board of one card, with a part of its filter. */
function Keys() {
  useBoardKeys({ walk: ignore, carry: ignore });
  return (
    <>
      <FilterPill label="Labels" options={[{ id: 'a', name: 'Paint' }]} value={[]} onChange={ignore} />
      <div data-state="READY">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a card has the focus */}
        <div data-task-id={card.id} tabIndex={0}>
          Card
        </div>
      </div>
    </>
  );
}

/** @returns what keys have done */
function open() {
  const done: string[] = [];
  const does = (name: string) => () => void done.push(name);
  const ends = onCommands({ showShortcuts: does('help'), focusFilter: does('filter') });
  const acts = { onNew: does('new'), onComplete: does('complete'), onDelete: does('delete') };
  showOnBoard(<Keys />, [card], acts);
  ended.push(ends);
  return { user: userEvent.setup(), done };
}
const ended: Array<() => void> = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
  delete document.documentElement.dataset.dragging;
});

it('does nothing while a card is carried', async () => {
  const { user, done } = open();
  screen.getByText('Card').focus();
  document.documentElement.dataset.dragging = '';
  await user.keyboard('n?/c{Delete}');
  expect(done).toEqual([]);
  delete document.documentElement.dataset.dragging;
  await user.keyboard('n?/c{Delete}');
  expect(done).toEqual(['new', 'help', 'filter', 'complete', 'delete']);
});

it('leaves the keys to an open list of the filter', async () => {
  const { user, done } = open();
  await user.click(screen.getByRole('combobox', { name: 'Labels' }));
  expect(await screen.findByRole('option', { name: 'Paint' })).toHaveFocus();
  await user.keyboard('n?/');
  expect(done).toEqual([]);
});
