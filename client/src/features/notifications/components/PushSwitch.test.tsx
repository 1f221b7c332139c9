/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nProvider } from '#i18n/I18nProvider';
import { setSession } from '#lib/session';
import { StubNetwork, session } from '#test/network';
import { PushSwitch } from './PushSwitch';

afterEach(() => {
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('the switch keeps the focus while it is switched', async () => {
  new StubNetwork();
  setSession(session);
  let refuse: (answer: string) => void = () => undefined;
  const requestPermission = jest.fn(
    () =>
      new Promise((resolve) => {
        refuse = resolve;
      }),
  );
  Object.assign(window, { PushManager: {}, Notification: { permission: 'default', requestPermission } });
  Object.assign(navigator, { serviceWorker: {} });
  render(
    <I18nProvider>
      <PushSwitch />
    </I18nProvider>,
  );
  const user = userEvent.setup();
  const toggle = screen.getByRole('switch');
  await user.click(toggle);
  // A disabled switch would lose the focus.
  expect(toggle).toBeEnabled();
  await user.click(toggle);
  expect(requestPermission).toHaveBeenCalledTimes(1);
  await act(async () => refuse('default'));
  expect(toggle).not.toBeChecked();
});

test('the switch begins where the texts around it do', () => {
  new StubNetwork();
  setSession(session);
  render(
    <I18nProvider>
      <PushSwitch />
    </I18nProvider>,
  );
  const label = screen.getByLabelText('Push notifications in this browser').closest('label') as HTMLElement;
  expect(Number.parseFloat(getComputedStyle(label).marginLeft)).toBe(0);
});
