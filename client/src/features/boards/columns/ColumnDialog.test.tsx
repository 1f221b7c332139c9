/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PROJECT } from '#board-sync/board.fixture';
import { StubNetwork } from '#test/network';
import { showOnBoard } from '../boardParts.fixture';
import { ColumnDialog } from './ColumnDialog';

/** What a browser says of a number field with `5-`: no value, and why. */
function mistype(field: HTMLElement, isBad: boolean, value: string): void {
  Object.defineProperty(field, 'validity', { value: { badInput: isBad }, configurable: true });
  fireEvent.input(field, { target: { value } });
}

it.each([
  ['with a limit before', '5'],
  ['without one', null],
])('saves no limit that is not a number, %s', async (_when, max) => {
  const user = userEvent.setup();
  const network = new StubNetwork({ [`PUT /projects/${PROJECT}/columns/REVIEW`]: { body: {} } });
  const onClose = jest.fn();
  showOnBoard(
    <QueryClientProvider client={new QueryClient()}>
      <ColumnDialog state="REVIEW" onClose={onClose} />
    </QueryClientProvider>,
    [],
    { settings: max ? { REVIEW: { wipLimit: { max: Number(max), isHard: false } } } : {} },
  );
  const limit = screen.getByRole('spinbutton', { name: 'Task limit' });
  mistype(limit, true, '');
  expect(limit).toBeInvalid();
  expect(limit).toHaveAccessibleDescription(/whole number/);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(network.made()).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
  mistype(limit, false, '7');
  expect(limit).toBeValid();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(network.calls.map(({ body }) => body)).toEqual([{ wipLimit: { max: 7, isHard: false } }]);
});
