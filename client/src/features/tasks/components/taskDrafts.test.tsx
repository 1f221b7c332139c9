/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { CreateTaskInput, StoredTask } from '@livelane/shared/tasks/task.schema';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PROJECT, task, USER } from '#board-sync/board.fixture';
import { ApiError } from '#lib/api';
import { paste } from '#test/paste';
import { loadDraft } from '../task.draft';
import {
  create,
  descriptionField,
  edit,
  keepAs,
  nothing,
  opened,
  save,
  titleField,
} from './taskDialog.fixture';

beforeEach(() => sessionStorage.clear());

it('keeps typed text through a reload, and drops it once it is saved', async () => {
  const user = userEvent.setup();
  const onSubmit = jest.fn(nothing);
  const { unmount } = render(edit({ now: opened }));
  await paste(user, titleField(), ' today');
  unmount();
  const second = render(edit({ now: { ...opened, description: 'Green', rev: 5 }, onSubmit }));
  expect(screen.getByText(/Your text from before is back/)).toBeVisible();
  expect(titleField()).toHaveValue('Paint the fence today');
  expect(descriptionField()).toHaveValue('Green');
  await user.click(save());
  expect(onSubmit.mock.calls).toMatchObject([[{ title: 'Paint the fence today' }, 'Green']]);
  second.unmount();
  expect(loadDraft(USER, PROJECT)).toBeNull();
});

it('keeps nothing once what was typed is taken back', async () => {
  const user = userEvent.setup();
  render(edit({ now: opened }));
  await paste(user, titleField(), '!');
  expect(loadDraft(USER, PROJECT)).toMatchObject({ touched: ['title'] });
  await user.keyboard('{Backspace}');
  expect(loadDraft(USER, PROJECT)).toBeNull();
  await paste(user, titleField(), '?');
  expect(loadDraft(USER, PROJECT)).toMatchObject({ values: { title: 'Paint the fence?' } });
});

it('gives typed text to its own user and board only', async () => {
  const user = userEvent.setup();
  render(edit({ now: opened }));
  await paste(user, titleField(), ' today');
  expect(loadDraft(USER, 'personal')).toBeNull();
  expect(loadDraft(PROJECT, PROJECT)).toBeNull();
  expect(loadDraft(USER, PROJECT)).toMatchObject({ touched: ['title'] });
});

it('keeps the text of another board, and of another task of this one, when it closes', async () => {
  const user = userEvent.setup();
  const elsewhere = render(edit({ now: opened, keepAs: { ...keepAs, boardId: 'personal' } }));
  await paste(user, titleField(), ' elsewhere');
  elsewhere.unmount();
  const first = render(edit({ now: opened }));
  await paste(user, titleField(), ' today');
  first.unmount();
  const other = task({ title: 'Mow the lawn' });
  render(edit({ now: other, opened: other, draft: null }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(loadDraft(USER, PROJECT)).toMatchObject({ values: { title: 'Paint the fence today' } });
  expect(loadDraft(USER, 'personal')).toMatchObject({ values: { title: 'Paint the fence elsewhere' } });
});

it('keeps its text for the board on which it was opened, though another board is shown behind it', async () => {
  const user = userEvent.setup();
  const { rerender } = render(edit({ now: opened }));
  await paste(user, titleField(), ' today');
  rerender(edit({ now: undefined, keepAs: { ...keepAs, boardId: 'personal' } }));
  expect(loadDraft(USER, 'personal')).toBeNull();
});

const createButton = () => screen.getByRole('button', { name: 'Create' });

it('creates the same task after a reload that has lost the answer, and another one after a refusal', async () => {
  const user = userEvent.setup();
  const onCreate = jest.fn<Promise<null>, [CreateTaskInput]>();
  const first = render(create({ onCreate: onCreate.mockReturnValueOnce(new Promise(() => undefined)) }));
  await paste(user, titleField(), 'Buy paint');
  await user.click(createButton());
  first.unmount();
  onCreate.mockRejectedValueOnce(
    new ApiError(409, 'wip_limit', 'The column is full', [], undefined, undefined),
  );
  render(create({ onCreate: onCreate.mockResolvedValueOnce(null) }));
  await user.click(createButton());
  expect(await screen.findByText('The column is full')).toBeVisible();
  await user.click(createButton());
  const [lost, repeated, anew] = onCreate.mock.calls.map(([{ id }]) => id);
  expect(lost).toEqual(expect.any(String));
  expect(repeated).toBe(lost);
  expect(anew).not.toBe(lost);
});

it('creates another task in each of two tabs that a browser has made of one', async () => {
  const user = userEvent.setup();
  const onCreate = jest.fn<Promise<null>, [CreateTaskInput]>().mockResolvedValue(null);
  const first = render(create({ onCreate }));
  await paste(user, titleField(), 'Buy paint');
  const copied = Object.entries(sessionStorage);
  await user.click(createButton());
  first.unmount();
  for (const [key, value] of copied) sessionStorage.setItem(key, value as string);
  render(create({ onCreate }));
  await user.click(createButton());
  const [one, other] = onCreate.mock.calls.map(([{ id }]) => id);
  expect(one).toEqual(expect.any(String));
  expect(other).toEqual(expect.any(String));
  expect(other).not.toBe(one);
});

it('goes on as the dialog of a task that was made before a reload, if more has been typed since', async () => {
  const user = userEvent.setup();
  const onCreate = jest.fn<Promise<StoredTask>, [CreateTaskInput]>();
  const [onMade, onClose] = [jest.fn(), jest.fn()];
  const first = render(create({ onCreate: onCreate.mockReturnValueOnce(new Promise(() => undefined)) }));
  await user.clear(titleField());
  await paste(user, titleField(), 'Buy paint');
  await user.click(createButton());
  first.unmount();
  const made = task({ title: 'Buy paint', state: 'REVIEW', assignees: [USER], rev: 7 });
  onCreate.mockResolvedValue(made);
  const second = render(create({ onCreate, onMade, onClose }));
  await user.click(createButton());
  expect([onMade.mock.calls, onClose.mock.calls.length]).toEqual([[], 1]);
  second.unmount();
  render(create({ onCreate, onMade, onClose }));
  await user.clear(titleField());
  await paste(user, titleField(), 'Buy white paint');
  await user.click(createButton());
  expect([onMade.mock.calls, onClose.mock.calls.length]).toEqual([[[made]], 1]);
  expect(titleField()).toHaveValue('Buy white paint');
});
