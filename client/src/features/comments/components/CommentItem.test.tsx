/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { COMMENT_TEXT_MAX } from '@livelane/shared/comments/comment.limits';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PROJECT, USER } from '#board-sync/board.fixture';
import { I18nProvider } from '#i18n/I18nProvider';
import { CommentItem } from './CommentItem';

beforeEach(() => sessionStorage.clear());

/** A comment that its author may edit. */
function show() {
  const comment = {
    id: '00000000-0000-4000-8000-0000000000c1',
    taskId: '00000000-0000-4000-8000-0000000000a1',
    projectId: PROJECT,
    authorId: USER,
    text: 'Two coats',
    mentions: [],
    rev: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    isEdited: false,
    isWaiting: false,
    isNew: false,
  };
  const author = { id: USER, firstName: 'Ana', surname: 'Silva' };
  const onEdit = jest.fn();
  render(
    <I18nProvider>
      <CommentItem comment={comment} author={author} people={[]} isNamed={false} onEdit={onEdit} />
    </I18nProvider>,
  );
  return { user: userEvent.setup(), onEdit };
}

const editButton = () => screen.getByRole('button', { name: 'Edit comment' });
const field = () => screen.getByRole('textbox', { name: 'Edit comment' });

it('says why an edited comment cannot be saved', () => {
  show();
  fireEvent.click(editButton());
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  fireEvent.change(field(), { target: { value: 'a'.repeat(COMMENT_TEXT_MAX + 1) } });
  expect(screen.getByRole('status')).toHaveTextContent('A comment must be at most 10,000 characters long');
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

it('cannot be saved with a text that shows nothing', () => {
  show();
  fireEvent.click(editButton());
  for (const value of [' ', '\u200b']) {
    fireEvent.change(field(), { target: { value } });
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  }
});

it('asks before Escape discards what was typed, and not where nothing was', async () => {
  const { user, onEdit } = show();
  await user.click(editButton());
  await user.keyboard('{Escape}');
  expect(editButton()).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.type(field(), ' now');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(field()).toHaveValue('Two coats now');
  await user.type(field(), '{Escape}');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByText('Two coats')).toBeVisible();
  expect(editButton()).toHaveFocus();
  expect(onEdit).not.toHaveBeenCalled();
  expect(sessionStorage).toHaveLength(0);
});

it.each(['Save', 'Cancel'])('focuses the button that begins an edit once %s ends it', async (name) => {
  const { user } = show();
  await user.click(editButton());
  await user.type(field(), ' now');
  await user.click(screen.getByRole('button', { name }));
  expect(editButton()).toHaveFocus();
});
