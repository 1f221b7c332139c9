/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { CreateTaskInput, StoredTask } from '@livelane/shared/tasks/task.schema';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { newId, PROJECT, task, USER } from '#board-sync/board.fixture';
import { ApiError } from '#lib/api';
import { paste } from '#test/paste';
import {
  changedByOthers,
  create,
  descriptionField,
  edit,
  nothing,
  OTHER,
  opened,
  save,
  titleField,
} from './taskDialog.fixture';

beforeEach(() => sessionStorage.clear());

it('sends only the touched fields with the version that the dialog was opened at, then closes', async () => {
  const user = userEvent.setup();
  const [onSubmit, onClose] = [jest.fn(async () => undefined), jest.fn()];
  render(edit({ now: opened, onSubmit, onClose }));
  await paste(user, titleField(), ' today');
  await user.click(save());
  expect(onSubmit.mock.calls).toEqual([
    [{ title: 'Paint the fence today', baseRev: 4, baseProjectId: opened.projectId }, 'White'],
  ]);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('Ctrl+Enter in the title saves once', async () => {
  const user = userEvent.setup();
  const [onSubmit, onClose] = [jest.fn(async () => undefined), jest.fn()];
  render(edit({ now: opened, onSubmit, onClose }));
  await paste(user, titleField(), ' today');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it('the Enter that ends a composition in Safari does not save; the next one does', async () => {
  const user = userEvent.setup();
  const [onSubmit, onClose] = [jest.fn(async () => undefined), jest.fn()];
  render(edit({ now: opened, onSubmit, onClose }));
  await paste(user, titleField(), '塗る');
  fireEvent.keyDown(titleField(), { key: 'Enter', keyCode: 229 });
  await paste(user, titleField(), '柵');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onSubmit.mock.calls).toEqual([
    [expect.objectContaining({ title: 'Paint the fence塗る柵' }), 'White'],
  ]);
});

it('two submits at once send one change', async () => {
  const user = userEvent.setup();
  const [onSubmit, onClose] = [jest.fn(async () => undefined), jest.fn()];
  render(edit({ now: opened, onSubmit, onClose }));
  await paste(user, titleField(), ' today');
  const form = screen.getByRole<HTMLFormElement>('form');
  act(() => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('sends nothing when nothing was touched', async () => {
  const user = userEvent.setup();
  const [onSubmit, onClose] = [jest.fn(async () => undefined), jest.fn()];
  render(edit({ now: opened, onSubmit, onClose }));
  await user.click(save());
  expect(onSubmit).not.toHaveBeenCalled();
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('takes over what others change elsewhere, and marks but keeps what is being typed', async () => {
  const user = userEvent.setup();
  const onSubmit = jest.fn(async () => undefined);
  const { rerender } = render(edit({ now: opened, onSubmit }));
  await paste(user, titleField(), ' today');
  rerender(edit({ now: { ...opened, description: 'Green', rev: 5 }, onSubmit }));
  expect(descriptionField()).toHaveValue('Green');
  expect(screen.queryByText(changedByOthers)).not.toBeInTheDocument();
  rerender(edit({ now: { ...opened, title: 'Theirs', description: 'Green', rev: 6 }, onSubmit }));
  expect(titleField()).toHaveValue('Paint the fence today');
  expect(screen.getByText(changedByOthers)).toBeVisible();
  await user.click(save());
  expect(onSubmit.mock.calls).toEqual([
    [{ title: 'Paint the fence today', baseRev: 6, baseProjectId: opened.projectId }, 'Green'],
  ]);
});

it('says why it was refused under the buttons and keeps the text', async () => {
  const user = userEvent.setup();
  const onClose = jest.fn();
  const refused = new ApiError(403, 'forbidden', 'You may not do this', [], undefined, undefined);
  render(edit({ now: opened, onSubmit: () => Promise.reject(refused), onClose }));
  await paste(user, titleField(), ' today');
  await user.click(save());
  expect(await screen.findByRole('alert')).toHaveTextContent('You may not do this');
  expect(titleField()).toHaveValue('Paint the fence today');
  expect(onClose).not.toHaveBeenCalled();
});

it('SPEC.md#conflicts: keeps the text of a task that someone has deleted, and creates it again', async () => {
  const user = userEvent.setup();
  const [onCreate, onClose] = [jest.fn<Promise<undefined>, [CreateTaskInput]>(nothing), jest.fn()];
  const { rerender } = render(edit({ now: opened, onCreate, onClose }));
  await paste(user, descriptionField(), ' and blue');
  rerender(edit({ now: undefined, onCreate, onClose }));
  expect(screen.getByText(/This task no longer exists, or you don’t have access to it/)).toBeVisible();
  expect(descriptionField()).toHaveValue('White and blue');
  expect(save()).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Create again' }));
  expect(onCreate.mock.calls).toMatchObject([[{ title: 'Paint the fence', description: 'White and blue' }]]);
  expect(onCreate.mock.calls[0]?.[0].id).not.toBe(opened.id);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('SPEC.md#conflicts: a task that turns out to be deleted when it is saved can be created again', async () => {
  const user = userEvent.setup();
  const refused = new ApiError(410, 'task_deleted', 'This task has been deleted', [], undefined, undefined);
  const onCreate = jest.fn<Promise<undefined>, [CreateTaskInput]>(nothing);
  render(edit({ now: opened, isElsewhere: true, onSubmit: () => Promise.reject(refused), onCreate }));
  expect(screen.getByText(/It is in “Apollo” now/)).toBeVisible();
  await paste(user, titleField(), ' today');
  await user.click(save());
  expect(await screen.findByText(/This task no longer exists, or you don’t have access to it/)).toBeVisible();
  expect(save()).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Create again' }));
  expect(onCreate.mock.calls).toMatchObject([[{ title: 'Paint the fence today' }]]);
});

it('SPEC.md#conflicts: a description that arrived before it was edited is the base of the edit', async () => {
  const user = userEvent.setup();
  const onSubmit = jest.fn(nothing);
  const { rerender } = render(edit({ now: opened, onSubmit }));
  rerender(edit({ now: { ...opened, description: 'Green', rev: 5 }, onSubmit }));
  await paste(user, descriptionField(), ' now');
  await user.click(save());
  expect(onSubmit.mock.calls).toEqual([
    [{ description: 'Green now', baseRev: 5, baseProjectId: opened.projectId }, 'Green'],
  ]);
});

it('SPEC.md#conflicts: a description that arrives while it is edited meets the version that the edit began with', async () => {
  const user = userEvent.setup();
  const onSubmit = jest.fn(nothing);
  const { rerender } = render(edit({ now: opened, onSubmit }));
  await paste(user, descriptionField(), ' now');
  rerender(edit({ now: { ...opened, description: 'Green', rev: 5 }, onSubmit }));
  await user.click(save());
  expect(onSubmit.mock.calls).toEqual([
    [{ description: 'White now', baseRev: 4, baseProjectId: opened.projectId }, 'White'],
  ]);
});

it('asks before a key throws typed text away', async () => {
  const user = userEvent.setup();
  const onClose = jest.fn();
  render(edit({ now: opened, onClose }));
  await paste(user, titleField(), ' today');
  await user.keyboard('{Escape}');
  expect(await screen.findByText('Discard your changes?')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('is a text to read for whoever may not edit it, and says so', async () => {
  render(edit({ now: opened, canEdit: false }));
  expect(screen.getByRole('dialog', { name: 'Task' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Paint the fence' })).toBeVisible();
  expect(await screen.findByText('White')).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Close' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
});

it('goes on to the next task by J and back by K, but not while something is unsaved or typed', async () => {
  const user = userEvent.setup();
  const [onNext, onPrevious] = [jest.fn(), jest.fn()];
  render(edit({ now: opened, steps: { onNext, onPrevious } }));
  await user.keyboard('jk');
  expect([onNext.mock.calls.length, onPrevious.mock.calls.length]).toEqual([1, 1]);
  // K of an Arabic keyboard.
  fireEvent.keyDown(document.activeElement as Element, { key: 'ن', code: 'KeyK' });
  expect(onPrevious).toHaveBeenCalledTimes(2);
  await user.type(titleField(), ' jk');
  await user.click(screen.getByRole('heading', { level: 2 }));
  await user.keyboard('j');
  expect(onNext).toHaveBeenCalledTimes(1);
});

it('keeps the focus on the button for the next task at the last one', async () => {
  const user = userEvent.setup();
  const onNext = jest.fn();
  const { rerender } = render(edit({ now: opened, steps: { onNext, onPrevious: null } }));
  const next = screen.getByRole('button', { name: 'Next task' });
  act(() => next.focus());
  rerender(edit({ now: opened, steps: { onNext: null, onPrevious: null } }));
  expect(next).toHaveAttribute('aria-disabled', 'true');
  // A disabled button would lose the focus.
  expect(next).toBeEnabled();
  await user.keyboard('{Enter}');
  expect(onNext).not.toHaveBeenCalled();
});

it('saves by Ctrl+Enter from any field', async () => {
  const user = userEvent.setup();
  const [onSubmit, onClose] = [jest.fn(async () => undefined), jest.fn()];
  render(edit({ now: opened, onSubmit, onClose }));
  await paste(user, descriptionField(), ' twice');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(onSubmit.mock.calls).toEqual([
    [{ description: 'White twice', baseRev: 4, baseProjectId: opened.projectId }, 'White'],
  ]);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('asks when its address is left with something typed, and closes without asking otherwise', async () => {
  const user = userEvent.setup();
  const [onClose, onStay] = [jest.fn(), jest.fn()];
  const { rerender } = render(edit({ now: opened, onClose, onStay }));
  await paste(user, titleField(), ' today');
  rerender(edit({ now: opened, onClose, onStay, isLeft: true }));
  expect(await screen.findByText('Discard your changes?')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onStay).toHaveBeenCalledTimes(1);
  expect(onClose).not.toHaveBeenCalled();
});

it('starts a new task with its default name, its creator and the state of its column', async () => {
  const user = userEvent.setup();
  const onCreate = jest.fn(nothing);
  render(create({ onCreate }));
  expect(titleField()).toHaveValue('New task');
  // The default is selected: typed text replaces it.
  await user.keyboard('Buy paint');
  expect(titleField()).toHaveValue('Buy paint');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(onCreate).toHaveBeenCalledWith(
    expect.objectContaining({ title: 'Buy paint', state: 'REVIEW', projectId: PROJECT, assignees: [USER] }),
  );
});

it('offers the first hundred of many people, and finds the others by what is typed', async () => {
  const user = userEvent.setup();
  const members = Array.from({ length: 150 }, (_, number): BoardMember => {
    return { id: newId(), firstName: 'Sam', surname: `No. ${number}`, roleId: 'member' };
  });
  render(
    edit({ now: opened, membersOf: () => members, people: new Map(members.map((one) => [one.id, one])) }),
  );
  const picker = screen.getByRole('combobox', { name: 'Assignees' });
  await user.click(picker);
  expect(screen.getAllByRole('option')).toHaveLength(100);
  await paste(user, picker, 'no. 149');
  expect(screen.getByRole('option', { name: 'Sam No. 149' })).toBeVisible();
});

it('names whoever is assigned and cannot be any more', () => {
  const una = { id: newId(), firstName: 'Una', surname: 'Reyes' };
  const opened = task({ assignees: [OTHER, una.id] });
  render(edit({ now: opened, opened, people: new Map([[una.id, una]]) }));
  expect(screen.getByText('Tom Okafor')).toBeVisible();
  expect(screen.getByText('Una Reyes')).toBeVisible();
});

describe('SPEC.md#visibility: who makes a task private', () => {
  const ofOther = task({ assignees: [OTHER], createdBy: OTHER });
  const warning = () => screen.queryByText('You will no longer see this task.');
  const choosePrivate = async (opened: StoredTask, roleId: BoardMember['roleId']) => {
    const user = userEvent.setup();
    const me = { id: USER, firstName: 'Ana', surname: 'Silva', roleId };
    render(edit({ now: opened, opened, membersOf: () => [me] }));
    expect(warning()).not.toBeInTheDocument();
    await user.click(screen.getByRole('combobox', { name: /Visibility/ }));
    await user.click(screen.getByRole('option', { name: /^Only its creator/ }));
  };

  it('is told that they lose sight of it', async () => {
    await choosePrivate(ofOther, 'member');
    expect(warning()).toBeVisible();
  });

  it.each<[string, StoredTask, BoardMember['roleId']]>([
    ['its creator', { ...ofOther, createdBy: USER }, 'member'],
    ['an assignee', { ...ofOther, assignees: [USER] }, 'member'],
    ['a project owner', ofOther, 'owner'],
  ])('keeps sight of it as %s', async (_who, opened, roleId) => {
    await choosePrivate(opened, roleId);
    expect(warning()).not.toBeInTheDocument();
  });
});

it.each([
  [
    'too many assignees',
    { assignees: Array.from({ length: 51 }, newId) },
    'A task can have at most 50 assignees',
  ],
  ['a wrong time', { timeSpent: 2 ** 60 }, 'Time spent must be a whole number of minutes'],
])('says at the field that it is not saved with %s', async (_what, fields, text) => {
  const user = userEvent.setup();
  const onSubmit = jest.fn(nothing);
  const wrong = { ...opened, ...fields };
  render(edit({ now: wrong, opened: wrong, onSubmit }));
  expect(screen.queryByText(text)).not.toBeInTheDocument();
  await user.click(save());
  expect(await screen.findByText(text)).toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();
});
