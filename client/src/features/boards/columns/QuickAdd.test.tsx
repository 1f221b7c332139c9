/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { newId, PROJECT, task } from '#board-sync/board.fixture';
import { showOnBoard as show } from '../boardParts.fixture';
import { loadCardDraft } from './card.draft';
import { QuickAdd } from './QuickAdd';

const first = task({ title: 'First', rank: 'a0' });

beforeEach(() => sessionStorage.clear());

describe('a column', () => {
  it('keeps a title that is being typed, for its user, its board and its column, until it is added', async () => {
    const user = userEvent.setup();
    const column = (state: TaskState, boardId = PROJECT) => {
      cleanup();
      show(<QuickAdd state={state} />, [], { boardId });
      return screen.getByRole('textbox');
    };
    await user.type(column('READY'), 'Buy m');
    expect(column('REVIEW')).toHaveValue('');
    expect(column('READY', newId())).toHaveValue('');
    expect(loadCardDraft(newId(), PROJECT, 'READY')).toBe('');
    const field = column('READY');
    expect(field).toHaveValue('Buy m');
    await user.type(field, 'ilk{Enter}');
    expect(column('READY')).toHaveValue('');
  });

  it('adds what was typed at Enter and clears the field; blanks add nothing', async () => {
    const user = userEvent.setup();
    const onQuickAdd = jest.fn();
    show(<QuickAdd state="READY" />, [], { onQuickAdd });
    const field = screen.getByRole('textbox', { name: 'Add a task to Ready' });
    await user.type(field, '   {Enter}');
    await user.type(field, '\u200b{Enter}');
    expect(onQuickAdd).not.toHaveBeenCalled();
    await user.clear(field);
    await user.type(field, 'Buy milk {Enter}');
    expect(onQuickAdd.mock.calls).toEqual([['READY', 'Buy milk']]);
    expect(field).toHaveValue('');
  });

  it('adds nothing at the Enter that ends a composition in Safari', async () => {
    const user = userEvent.setup();
    const onQuickAdd = jest.fn();
    show(<QuickAdd state="READY" />, [], { onQuickAdd });
    const field = screen.getByRole('textbox', { name: 'Add a task to Ready' });
    await user.type(field, '牛乳');
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    expect(onQuickAdd).not.toHaveBeenCalled();
    expect(field).toHaveValue('牛乳');
  });

  it('keeps a title that is too long, says so, and adds it once it is shortened', async () => {
    const user = userEvent.setup();
    const onQuickAdd = jest.fn();
    show(<QuickAdd state="READY" />, [], { onQuickAdd });
    const field = screen.getByRole('textbox', { name: 'Add a task to Ready' });
    await user.click(field);
    await user.paste('x'.repeat(256));
    await user.keyboard('{Enter}');
    expect(onQuickAdd).not.toHaveBeenCalled();
    expect(screen.getByRole('alert')).toHaveTextContent('at most 255 characters');
    expect(field).toBeInvalid();
    expect(field).toHaveValue('x'.repeat(256));
    await user.keyboard('{Backspace}{Enter}');
    expect(onQuickAdd.mock.calls).toEqual([['READY', 'x'.repeat(255)]]);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('keeps the typed text and the keys when the column becomes full, says so, and adds it once there is room', async () => {
    const user = userEvent.setup();
    const onQuickAdd = jest.fn();
    const limit = (max: number) => ({ settings: { READY: { wipLimit: { max, isHard: true } } } });
    const { change } = show(<QuickAdd state="READY" />, [first], { onQuickAdd, ...limit(2) });
    const field = screen.getByRole('textbox', { name: 'Add a task to Ready' });
    await user.type(field, 'Buyy');
    change(limit(1));
    const typedInto = jest.fn(({ target }: Event) => target);
    document.addEventListener('keydown', typedInto, { once: true });
    await user.keyboard('{Backspace}{Enter}');
    expect(typedInto).toHaveReturnedWith(field);
    expect(field).toHaveValue('Buy');
    expect(screen.getByRole('alert')).toHaveTextContent('Full: 1 of 1');
    expect(onQuickAdd).not.toHaveBeenCalled();
    change(limit(2));
    await user.keyboard(' milk{Enter}');
    expect(onQuickAdd.mock.calls).toEqual([['READY', 'Buy milk']]);
  });

  it('takes no new title in a full column, and lets one that was begun before be given up', async () => {
    const user = userEvent.setup();
    const limit = (max: number) => ({ settings: { READY: { wipLimit: { max, isHard: true } } } });
    const { change } = show(<QuickAdd state="READY" />, [first], limit(2));
    const field = screen.getByRole('textbox', { name: 'Add a task to Ready' });
    await user.type(field, 'Buy');
    change(limit(1));
    await user.clear(field);
    expect(field).toHaveValue('');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.keyboard('Sell');
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
  });

  it('measures a title as the server does: code points of its composed form', async () => {
    const user = userEvent.setup();
    const onQuickAdd = jest.fn();
    show(<QuickAdd state="READY" />, [], { onQuickAdd });
    const field = screen.getByRole('textbox', { name: 'Add a task to Ready' });
    for (const title of ['👍'.repeat(255), 'e\u0301'.repeat(255)]) {
      await user.click(field);
      await user.paste(title);
      await user.keyboard('{Enter}');
      expect(onQuickAdd).toHaveBeenLastCalledWith('READY', title);
    }
  });
});
