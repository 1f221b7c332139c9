/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { task } from '#board-sync/board.fixture';
import { showOnBoard as show } from '../boardParts.fixture';
import { MoveDialog } from './MoveDialog';

const ignore = () => undefined;

const tasks = [
  task({ title: 'First', rank: 'a0' }),
  task({ title: 'Second', rank: 'a1' }),
  task({ title: 'Third', rank: 'a2' }),
] as const;
const [first, second, third] = tasks;

describe('"move to…"', () => {
  it('moves by position between the neighbours of that place', async () => {
    const user = userEvent.setup();
    const onMove = jest.fn();
    show(<MoveDialog task={first} onClose={ignore} />, [...tasks], { onMove });
    const position = screen.getByRole('spinbutton', { name: 'Position' });
    await user.clear(position);
    await user.type(position, '2');
    await user.click(screen.getByRole('button', { name: 'Move' }));
    const place = { afterId: second.id, beforeId: third.id };
    expect(onMove).toHaveBeenCalledWith(first.id, 'READY', place, undefined, [first.id]);
  });

  it('takes a position beyond the end as the end, in another column too', async () => {
    const user = userEvent.setup();
    const onMove = jest.fn();
    const done = task({ state: 'DONE', rank: 'a0' });
    show(<MoveDialog task={first} onClose={ignore} />, [...tasks, done], { onMove });
    await user.click(screen.getByRole('combobox', { name: 'Column' }));
    await user.click(screen.getByRole('option', { name: 'Done' }));
    const position = screen.getByRole('spinbutton', { name: 'Position' });
    await user.clear(position);
    await user.type(position, '99');
    await user.click(screen.getByRole('button', { name: 'Move' }));
    const place = { afterId: done.id, beforeId: null };
    expect(onMove).toHaveBeenCalledWith(first.id, 'DONE', place, undefined, [first.id]);
  });
});
