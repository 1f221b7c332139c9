/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { newId, task, USER } from '#board-sync/board.fixture';
import { ApiError } from '#lib/api';
import { paste } from '#test/paste';
import { saveDraft } from '../task.draft';
import { valuesOf } from '../task.form';
import {
  changedByOthers,
  create,
  descriptionField,
  edit,
  keepAs,
  OTHER,
  opened,
  save,
  titleField,
} from './taskDialog.fixture';

beforeEach(() => sessionStorage.clear());

const isPartlySaved = /What you have typed since then has not been saved yet/;

/** A server that answers when the test says so. */
function slow<Answer = undefined>() {
  let answers: { resolve: (value: Answer) => void; reject: (error: Error) => void } | undefined;
  const send = jest.fn(
    (_input: object) =>
      new Promise<Answer>((resolve, reject) => {
        answers = { resolve, reject };
      }),
  );
  return {
    send,
    answer: (value: Answer) => act(async () => answers?.resolve(value)),
    refuse: (error: Error) => act(async () => answers?.reject(error)),
  };
}

it('what is typed while it is saved stays, and is saved by the next save', async () => {
  const user = userEvent.setup();
  const { send: onSubmit, answer } = slow();
  const onClose = jest.fn();
  const { rerender } = render(edit({ now: opened, onSubmit, onClose }));
  await paste(user, titleField(), ' today');
  await paste(user, descriptionField(), ' and blue');
  await user.keyboard('{Control>}{Enter}{/Control}');
  const painted = { ...opened, title: 'Paint the fence today', description: 'White and blue' };
  rerender(edit({ now: painted, onSubmit, onClose }));
  await user.paste(', twice');
  expect(screen.queryByText(changedByOthers)).not.toBeInTheDocument();
  await answer(undefined);
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByText(isPartlySaved)).toBeVisible();
  expect(descriptionField()).toHaveValue('White and blue, twice');
  expect(descriptionField()).toHaveFocus();
  rerender(edit({ now: { ...painted, rev: 5 }, onSubmit, onClose }));
  expect(screen.queryByText(changedByOthers)).not.toBeInTheDocument();
  await user.click(save());
  expect(onSubmit).toHaveBeenLastCalledWith(
    {
      description: 'White and blue, twice',
      baseRev: 5,
      baseProjectId: opened.projectId,
    },
    'White and blue',
  );
  await answer(undefined);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('SPEC.md#conflicts: people and labels are sent with the lists that its user saw before they touched them', async () => {
  const user = userEvent.setup();
  const [tom, label] = [newId(), newId()];
  const painted = { ...opened, assignees: [USER, tom], labels: [label] };
  const values = valuesOf(painted);
  saveDraft({
    ...keepAs,
    opened: painted,
    values: { ...values, assignees: [USER] },
    touched: ['assignees'],
    seen: { values, revs: {} },
  });
  const onSubmit = jest.fn(async () => undefined);
  const { rerender } = render(edit({ now: painted, opened: painted, onSubmit }));
  rerender(edit({ now: { ...painted, assignees: [USER, tom, OTHER] }, opened: painted, onSubmit }));
  await user.click(save());
  expect(onSubmit.mock.calls).toEqual([
    [
      {
        assignees: [USER],
        baseRev: opened.rev,
        baseProjectId: opened.projectId,
        baseLists: { assignees: [USER, tom] },
      },
      'White',
    ],
  ]);
});

it('a value that is set back while another one is saved is not saved yet', async () => {
  const user = userEvent.setup();
  const { send: onSubmit, answer } = slow();
  const { rerender } = render(edit({ now: opened, onSubmit }));
  await paste(user, titleField(), ' today');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.clear(titleField());
  await paste(user, titleField(), opened.title);
  await answer(undefined);
  rerender(edit({ now: { ...opened, title: 'Paint the fence today', rev: 5 }, onSubmit }));
  expect(titleField()).toHaveValue(opened.title);
  await user.click(save());
  expect(onSubmit).toHaveBeenLastCalledWith(
    expect.objectContaining({ title: opened.title, baseRev: 5 }),
    'White',
  );
});

it('a refused save keeps what was typed before it and since', async () => {
  const user = userEvent.setup();
  const { send: onSubmit, refuse } = slow();
  const { rerender } = render(edit({ now: opened, onSubmit }));
  await paste(user, descriptionField(), ' and blue');
  await user.click(save());
  rerender(edit({ now: { ...opened, description: 'White and blue' }, onSubmit }));
  await paste(user, descriptionField(), '!');
  await user.keyboard('{Backspace}');
  rerender(edit({ now: opened, onSubmit }));
  await refuse(new ApiError(403, 'forbidden', 'You may not do this', [], undefined, undefined));
  rerender(edit({ now: { ...opened, rev: 6 }, onSubmit }));
  expect(screen.getByText('You may not do this')).toBeVisible();
  expect(descriptionField()).toHaveValue('White and blue');
  await user.click(save());
  expect(onSubmit).toHaveBeenLastCalledWith(
    expect.objectContaining({ description: 'White and blue' }),
    'White',
  );
});

it('what is typed while a task is created is a change of that task, in the same field', async () => {
  const user = userEvent.setup();
  const made = task({ title: 'Buy paint', state: 'REVIEW', rev: 0 });
  const creating = slow<typeof made>();
  const { send: onSubmit, answer } = slow();
  const [onMade, onClose] = [jest.fn(), jest.fn()];
  const { rerender } = render(create({ onCreate: creating.send, onMade, onClose }));
  await user.clear(titleField());
  await paste(user, titleField(), 'Buy paint');
  await user.keyboard('{Control>}{Enter}{/Control}');
  const field = descriptionField();
  await paste(user, field, 'Blue');
  await creating.answer(made);
  expect(onMade.mock.calls).toEqual([[made]]);
  expect(onClose).not.toHaveBeenCalled();
  rerender(edit({ now: made, opened: made, draft: null, onSubmit, onClose }));
  expect(screen.getByText(isPartlySaved)).toBeVisible();
  expect(descriptionField()).toBe(field);
  expect(field).toHaveFocus();
  expect(field).toHaveValue('Blue');
  await user.click(save());
  expect(creating.send).toHaveBeenCalledTimes(1);
  expect(onSubmit.mock.calls).toEqual([
    [{ description: 'Blue', baseRev: made.rev, baseProjectId: made.projectId }, ''],
  ]);
  await answer(undefined);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('closes once if it is discarded while it is saved', async () => {
  const user = userEvent.setup();
  const { send: onSubmit, answer } = slow();
  const onClose = jest.fn();
  render(edit({ now: opened, onSubmit, onClose }));
  await paste(user, titleField(), ' today');
  await user.click(save());
  await waitFor(() => expect(onSubmit).toHaveBeenCalled());
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await answer(undefined);
  expect(onClose).toHaveBeenCalledTimes(1);
});
