/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import { I18nProvider } from '#i18n/I18nProvider';
import { setSession } from '#lib/session';
import { StubNetwork, session } from '#test/network';
import { PushSwitch } from './PushSwitch';

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
