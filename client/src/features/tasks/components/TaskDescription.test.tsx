/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { descriptionField, edit, opened, titleField } from './taskDialog.fixture';

const toolbar = () => screen.queryByRole('toolbar');

it('closes up once a press elsewhere has ended, so that the click is not lost', async () => {
  const user = userEvent.setup();
  render(edit({ now: opened }));
  await user.click(descriptionField());
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Cancel' }) });
  expect(descriptionField()).not.toHaveFocus();
  expect(toolbar()).toBeVisible();
  await user.pointer({ keys: '[/MouseLeft]' });
  await waitFor(() => expect(toolbar()).toBeNull());
});

it('closes up at once when a key takes the focus away, and stays open while a press brings it back', async () => {
  const user = userEvent.setup();
  render(edit({ now: opened }));
  await user.click(descriptionField());
  await user.click(screen.getByText('Description'));
  expect(descriptionField()).toHaveFocus();
  await user.click(titleField());
  await waitFor(() => expect(toolbar()).toBeNull());
  await user.click(descriptionField());
  await user.tab();
  expect(toolbar()).toBeNull();
});
