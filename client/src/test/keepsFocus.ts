import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answer, refusal, type StubNetwork } from './network';

/**
 * Presses a button by its key while its call, as `METHOD /path`, is under way, and until that is refused: the button keeps
 * the focus, which a disabled one would lose, and calls once.
 */
export async function keepsFocus(network: StubNetwork, call: string, button: HTMLElement): Promise<void> {
  let refuse = () => {};
  network.answer({
    [call]: () =>
      new Promise<Answer>((resolve) => {
        refuse = () => resolve(refusal(409, 'Not now'));
      }),
  });
  const user = userEvent.setup();
  act(() => button.focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  expect(button).toBeEnabled();
  await user.keyboard('{Enter}');
  refuse();
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  expect(button).toHaveFocus();
  expect(network.made(call)).toHaveLength(1);
}
