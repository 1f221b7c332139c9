/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { act, render, screen } from '@testing-library/react';
import { I18nProvider } from '#i18n/I18nProvider';
import { api } from '#lib/api';
import { outdated } from '#lib/outdated';
import { StubNetwork } from '#test/network';
import { OutdatedNotice } from './OutdatedNotice';

it('R21 offers a reload once the server has refused the page as outdated', async () => {
  new StubNetwork({
    'GET /users': { status: 426, body: { message: 'Reload', code: 'client_outdated', requestId: 'r' } },
  });
  render(
    <I18nProvider>
      <OutdatedNotice />
    </I18nProvider>,
  );
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await act(async () => {
    await api.get('/users').catch(() => undefined);
  });
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
  act(() => outdated.set(false));
});
