/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { newId } from '#board-sync/board.fixture';
import { ApiError } from '#lib/api';
import { paste } from '#test/paste';
import { saveDraft } from '../task.draft';
import { type TaskFormValues, valuesOf } from '../task.form';
import {
  changedByOthers,
  descriptionField,
  edit,
  keepAs,
  nothing,
  OTHER,
  opened,
  save,
} from './taskDialog.fixture';

const scrolled = jest.fn();
beforeEach(() => {
  sessionStorage.clear();
  scrolled.mockClear();
  Element.prototype.scrollIntoView = scrolled;
});

it('shows both versions of a contested description and saves the chosen one against the newer version', async () => {
  const user = userEvent.setup();
  const conflict = { field: 'description', base: 'White', theirs: 'Green', mine: 'Blue', rev: 9 } as const;
  const refused = new ApiError(409, 'edit_conflict', 'Conflict', [], conflict, undefined);
  const onSubmit = jest.fn<Promise<void>, [UpdateTaskInput]>().mockRejectedValueOnce(refused);
  onSubmit.mockResolvedValueOnce();
  render(edit({ now: opened, onSubmit }));
  await user.clear(descriptionField());
  await paste(user, descriptionField(), 'Blue');
  await user.click(save());
  expect(await screen.findByText('Yours')).toBeVisible();
  expect(screen.getByText('Green')).toBeVisible();
  // Whoever typed far below would only see that nothing happens.
  expect(scrolled).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  expect(descriptionField()).toHaveFocus();
  await user.click(save());
  expect(onSubmit).toHaveBeenLastCalledWith(
    {
      description: 'Blue',
      baseRev: 9,
      baseProjectId: opened.projectId,
    },
    'Green',
  );
});

it('SPEC.md#conflicts: a text that combines both versions is what is kept, not what was typed before', async () => {
  const user = userEvent.setup();
  const conflict = { field: 'description', base: 'White', theirs: 'Green', mine: 'Blue', rev: 9 } as const;
  const refused = new ApiError(409, 'edit_conflict', 'Conflict', [], conflict, undefined);
  const onSubmit = jest.fn<Promise<void>, [UpdateTaskInput]>().mockRejectedValueOnce(refused);
  onSubmit.mockResolvedValueOnce();
  const { rerender } = render(edit({ now: opened, onSubmit }));
  await user.clear(descriptionField());
  await paste(user, descriptionField(), 'Blue');
  rerender(edit({ now: { ...opened, description: 'Green', rev: 9 }, onSubmit }));
  expect(screen.getByText(/When you save, you can choose between the two texts/)).toBeVisible();
  await user.click(save());
  expect(await screen.findByText('Yours')).toBeVisible();
  expect(screen.queryByText(changedByOthers)).not.toBeInTheDocument();
  await paste(user, descriptionField(), ' and green');
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  expect(descriptionField()).toHaveValue('Blue and green');
  await user.click(save());
  expect(onSubmit).toHaveBeenLastCalledWith(
    {
      description: 'Blue and green',
      baseRev: 9,
      baseProjectId: opened.projectId,
    },
    'Green',
  );
});

it('SPEC.md#conflicts: combines the other text with the own one as it is by then, to be read before it is saved', async () => {
  const user = userEvent.setup();
  const conflict = {
    field: 'description',
    base: 'White paint on Monday',
    theirs: 'White paint on Friday',
    mine: 'Blue paint on Monday',
    rev: 9,
    actorId: OTHER,
  } as const;
  const refused = new ApiError(409, 'edit_conflict', 'Conflict', [], conflict, undefined);
  const onSubmit = jest.fn<Promise<void>, [UpdateTaskInput]>().mockRejectedValueOnce(refused);
  onSubmit.mockResolvedValueOnce();
  render(edit({ now: opened, onSubmit }));
  await user.clear(descriptionField());
  await paste(user, descriptionField(), 'Blue paint on Monday');
  await user.click(save());
  expect(await screen.findByText(/Tom Okafor.* changed the text while you were editing it/)).toBeVisible();
  await user.clear(descriptionField());
  await paste(user, descriptionField(), 'Light blue paint on Monday');
  await user.click(screen.getByRole('button', { name: 'Combine' }));
  expect(descriptionField()).toHaveValue('Light blue paint on Friday');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  await user.click(save());
  expect(onSubmit).toHaveBeenLastCalledWith(
    {
      description: 'Light blue paint on Friday',
      baseRev: 9,
      baseProjectId: opened.projectId,
    },
    'White paint on Friday',
  );
});

describe('SPEC.md#conflicts: people and labels that others have changed as well', () => {
  const [ben, mine, theirs] = [newId(), newId(), newId()];
  const conflict = { field: 'description', base: 'White', theirs: 'Green', mine: 'Blue', rev: 9 } as const;
  const refused = new ApiError(409, 'edit_conflict', 'Conflict', [], conflict, undefined);
  const own = { assignees: [...opened.assignees, ben], labels: [...opened.labels, mine] };
  const now = {
    ...opened,
    description: 'Green',
    assignees: [...opened.assignees, OTHER],
    labels: [...opened.labels, theirs],
    rev: 9,
  };
  /** What is sent of them: the server merges it, however much later. */
  const lists = { ...own, baseLists: { assignees: opened.assignees, labels: opened.labels } };
  const type = (typed: Partial<TaskFormValues>) => {
    const values = valuesOf(opened);
    const touched = Object.keys(typed) as (keyof TaskFormValues)[];
    saveDraft({ ...keepAs, opened, values: { ...values, ...typed }, touched, seen: { values, revs: {} } });
  };
  const sent = (fields: UpdateTaskInput) => ({ ...fields, baseProjectId: opened.projectId });

  it('are sent as differences from what was seen, once the description is decided', async () => {
    const user = userEvent.setup();
    const onSubmit = jest.fn(nothing).mockRejectedValueOnce(refused);
    type({ description: 'Blue', ...own });
    const { rerender } = render(edit({ now: opened, onSubmit }));
    rerender(edit({ now, onSubmit }));
    await user.click(save());
    expect(onSubmit).toHaveBeenLastCalledWith(expect.objectContaining({ baseRev: 4 }), 'White');
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
    await user.click(save());
    expect(onSubmit).toHaveBeenLastCalledWith(sent({ description: 'Blue', ...lists, baseRev: 9 }), 'Green');
  });

  it('do not make a description contested that was edited as others have left it', async () => {
    const user = userEvent.setup();
    const [onSubmit, onClose] = [jest.fn(nothing), jest.fn()];
    type(own);
    const { rerender } = render(edit({ now: opened, onSubmit, onClose }));
    rerender(edit({ now, onSubmit, onClose }));
    await paste(user, descriptionField(), ' now');
    await user.click(save());
    expect(onSubmit.mock.calls).toEqual([
      [sent({ description: 'Green now', ...lists, baseRev: 9 }), 'Green'],
    ]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('leave the decision alone while what others have made of them is not known here', async () => {
    const user = userEvent.setup();
    const onSubmit = jest.fn(nothing).mockRejectedValueOnce(refused);
    type({ description: 'Blue', ...own });
    render(edit({ now: opened, onSubmit }));
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
    await user.click(save());
    expect(onSubmit).toHaveBeenLastCalledWith(sent({ description: 'Blue', ...lists, baseRev: 9 }), 'Green');
  });
});
