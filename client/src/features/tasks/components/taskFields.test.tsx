/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { CreateTaskInput } from '@livelane/shared/tasks/task.schema';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { create, nothing, OTHER } from './taskDialog.fixture';

beforeEach(() => sessionStorage.clear());

it('Enter in the search for people chooses or does nothing; it does not save the task without them', async () => {
  const user = userEvent.setup();
  const onCreate = jest.fn<Promise<undefined>, [CreateTaskInput]>(nothing);
  render(create({ onCreate }));
  const assignees = screen.getByRole('combobox', { name: 'Assignees' });
  await user.type(assignees, 'zzz{Enter}');
  expect(assignees).toHaveValue('zzz');
  await user.clear(assignees);
  await user.type(assignees, 'tom{ArrowDown}{Enter}');
  expect(onCreate).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(onCreate).toHaveBeenCalledTimes(1));
  expect(onCreate.mock.calls[0]?.[0].assignees).toContain(OTHER);
});

it('the field for people says what is typed there, with people before it too', async () => {
  const user = userEvent.setup();
  render(create({ onCreate: nothing }));
  const assignees = screen.getByRole('combobox', { name: 'Assignees' });
  expect(assignees).toHaveAttribute('placeholder', 'Add…');
  await user.type(assignees, '{Backspace}');
  expect(assignees).toHaveAttribute('placeholder', 'Nobody');
});

it('the time spent stays as it is typed until its field is left; a new number replaces the one before', async () => {
  const user = userEvent.setup();
  const onCreate = jest.fn<Promise<undefined>, [CreateTaskInput]>(nothing);
  render(create({ onCreate }));
  const time = screen.getByRole('spinbutton', { name: 'Time spent (minutes)' });
  const type = async (text: string) => {
    await user.tab();
    await user.click(time);
    await user.keyboard(text);
  };
  await type('30');
  expect(time).toHaveDisplayValue('30');
  await user.keyboard('{Backspace}{Backspace}45');
  expect(time).toHaveDisplayValue('45');
  await type('-5');
  expect(time).toHaveDisplayValue('-5');
  await user.tab();
  expect(time).toHaveDisplayValue('0');
  await type('1.5');
  expect(time).toHaveDisplayValue('1.5');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(onCreate).toHaveBeenCalledTimes(1));
  expect(onCreate.mock.calls[0]?.[0].timeSpent).toBe(2);
});
