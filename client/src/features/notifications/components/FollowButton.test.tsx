/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nProvider } from '#i18n/I18nProvider';
import { type Answer, StubNetwork } from '#test/network';
import { FollowButton } from './FollowButton';

it('keeps the focus while a choice is sent, and ends with the last of two', async () => {
  const gives: Array<() => void> = [];
  const network = new StubNetwork({
    'GET /tasks/t/following': { body: { mode: 'auto', isFollowing: false } },
    'PUT /tasks/t/following': ({ body }) =>
      new Promise<Answer>((resolve) => {
        const { mode } = body as { mode: string };
        gives.push(() => resolve({ body: { mode, isFollowing: mode === 'follow' } }));
      }),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider>
        <FollowButton taskId="t" />
      </I18nProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button'));
    await user.click(await screen.findByRole('menuitem', { name }));
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  };
  await screen.findByRole('button', { name: 'Follow' });
  await choose('Mute');
  expect(screen.getByRole('button')).toHaveFocus();
  await choose('Follow');
  gives[0]?.();
  await waitFor(() => expect(network.made('PUT')).toHaveLength(2));
  gives[1]?.();
  expect(await screen.findByRole('button', { name: 'Following' })).toHaveFocus();
});
