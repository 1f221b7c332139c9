/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { task } from '#board-sync/board.fixture';
import { showOnBoard as show } from '../boardParts.fixture';
import { DragDropContext } from '../dnd/dnd';
import { NO_FILTER } from '../filters/board.filter';
import { BoardColumn } from './BoardColumn';

const ignore = () => undefined;

const tasks = [
  task({ title: 'First', rank: 'a0' }),
  task({ title: 'Second', rank: 'a1' }),
  task({ title: 'Third', rank: 'a2' }),
];

describe('a column', () => {
  const column = (
    <DragDropContext onDragEnd={ignore}>
      <BoardColumn state="READY" stage="all" />
    </DragDropContext>
  );

  it('has its name, the count of what the filter lets through, and a plus button for its state', async () => {
    const user = userEvent.setup();
    const onNew = jest.fn();
    show(column, tasks, { onNew, filter: { ...NO_FILTER, title: 'ir' } });
    expect(screen.getByRole('heading', { name: 'Ready' })).toBeVisible();
    expect(screen.getByTitle('2 tasks')).toHaveTextContent('2');
    await user.click(screen.getByRole('button', { name: 'New task in Ready' }));
    expect(onNew).toHaveBeenCalledWith('READY');
  });

  it('offers viewers nothing to add', () => {
    show(column, tasks, { canCreate: false });
    expect(screen.queryByRole('button', { name: 'New task in Ready' })).not.toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});
