/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { COMMENT_TEXT_MAX } from '@livelane/shared/comments/comment.limits';
import { fireEvent, render, screen } from '@testing-library/react';
import { PROJECT, USER } from '#board-sync/board.fixture';
import { I18nProvider } from '#i18n/I18nProvider';
import { CommentItem } from './CommentItem';

beforeEach(() => sessionStorage.clear());

it('says why an edited comment cannot be saved', () => {
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
  };
  const author = { id: USER, firstName: 'Ana', surname: 'Silva' };
  const onEdit = jest.fn();
  render(
    <I18nProvider>
      <CommentItem comment={comment} author={author} people={[]} isNamed={false} onEdit={onEdit} />
    </I18nProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Edit comment' }));
  const field = screen.getByRole('textbox');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  fireEvent.change(field, { target: { value: 'a'.repeat(COMMENT_TEXT_MAX + 1) } });
  expect(screen.getByRole('status')).toHaveTextContent('A comment must be at most 10,000 characters long');
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});
