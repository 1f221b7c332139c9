/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import {
  type NotificationSettings,
  type NotificationSettingsInput,
  notificationReasons,
} from '@livelane/shared/notifications/notification.schema';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Answer, type Call, refusal, StubNetwork } from '#test/network';
import { closeApp, openApp } from '#test/open';

afterEach(closeApp);

let settings: NotificationSettings;
let saved: NotificationSettingsInput[];
/** Answers of the server to changes of times that are held back. */
let held: Array<() => void> | null;

function put({ body }: Call): Answer | Promise<Answer> {
  const input = body as Partial<NotificationSettings>;
  settings = { ...settings, ...input };
  const answer = { body: settings };
  // The account's language and time zone may be saved as well.
  if (!input.digestAt && !input.quietHours) return answer;
  saved.push(input);
  return held ? new Promise((resolve) => held?.push(() => resolve(answer))) : answer;
}

async function open(): Promise<StubNetwork> {
  settings = {
    language: 'en-GB',
    timeZone: 'Europe/Berlin',
    quietHours: { from: '20:00', to: '07:00' },
    digestAt: '08:00',
    reasons: Object.fromEntries(
      notificationReasons.map((reason) => [reason, { app: true, mail: 'now', push: true }]),
    ) as NotificationSettings['reasons'],
  };
  [saved, held] = [[], null];
  const { network } = await openApp(
    new StubNetwork({
      'GET /notifications/settings': () => ({ body: settings }),
      'PUT /notifications/settings': put,
    }),
    '/notifications/settings',
  );
  await screen.findByLabelText('Daily digest at');
  return network;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** Types as a browser tells it: each digit gives a whole time. */
function type(label: string, ...times: string[]): void {
  fireEvent.focus(field(label));
  for (const value of times) {
    fireEvent.keyDown(field(label), { key: value.slice(-1) });
    fireEvent.change(field(label), { target: { value } });
  }
}

test('a time is saved whole when its field is left, or Enter is pressed, and not with each digit', async () => {
  await open();
  type('Daily digest at', '01:00', '15:00', '15:03', '15:30');
  expect(field('Daily digest at')).toHaveValue('15:30');
  expect(saved).toEqual([]);
  fireEvent.blur(field('Daily digest at'));
  await waitFor(() => expect(saved).toEqual([{ digestAt: '15:30' }]));

  type('From', '02:00', '21:00');
  fireEvent.keyDown(field('From'), { key: 'Enter' });
  await waitFor(() => expect(saved).toHaveLength(2));
  fireEvent.blur(field('From'));
  fireEvent.blur(field('Daily digest at'));
  expect(field('Daily digest at')).toHaveValue('15:30');
  expect(saved.slice(1)).toEqual([{ quietHours: { from: '21:00', to: '07:00' } }]);
});

test.each(['Mentions of me', 'My role changes'])(
  'the ways to be told are a group named “%s”',
  async (name) => {
    await open();
    const group = within(screen.getByRole('group', { name }));
    expect(group.getAllByRole('checkbox')).toEqual([
      group.getByRole('checkbox', { name: 'In the app' }),
      group.getByRole('checkbox', { name: 'Push' }),
    ]);
    expect(group.getByRole('combobox', { name: 'Email' })).toBeVisible();
    expect(screen.getAllByRole('group')).toHaveLength(notificationReasons.length);
  },
);

test('a time that is picked is saved at once; one that is emptied comes back', async () => {
  await open();
  fireEvent.change(field('To'), { target: { value: '06:15' } });
  await waitFor(() => expect(saved).toEqual([{ quietHours: { from: '20:00', to: '06:15' } }]));
  type('Daily digest at', '');
  fireEvent.blur(field('Daily digest at'));
  expect(field('Daily digest at')).toHaveValue('08:00');
  expect(saved).toHaveLength(1);
});

test('the second of two times that are changed before the first is answered takes the first along', async () => {
  await open();
  held = [];
  for (const [label, time] of [
    ['From', '21:00'],
    ['To', '06:00'],
  ] as const) {
    type(label, time);
    fireEvent.blur(field(label));
    await waitFor(() => expect(field(label)).toHaveValue(time));
  }
  await waitFor(() => expect(held).toHaveLength(1));
  held.shift()?.();
  await waitFor(() => expect(held).toHaveLength(1));
  expect(field('To')).toHaveValue('06:00');
  held.shift()?.();
  await waitFor(() => expect(saved.at(-1)).toEqual({ quietHours: { from: '21:00', to: '06:00' } }));
  expect(field('From')).toHaveValue('21:00');
});

test('a time that is refused comes back as it was, and why is told', async () => {
  const network = await open();
  network.answer({ 'PUT /notifications/settings': refusal(409, 'Not now') });
  type('Daily digest at', '09:00');
  fireEvent.blur(field('Daily digest at'));
  expect(await screen.findByText(/Not now/)).toBeVisible();
  await waitFor(() => expect(field('Daily digest at')).toHaveValue('08:00'));
});

test('a switch that could not be saved goes back at once, and a toast says why', async () => {
  const network = await open();
  network.isDown = true;
  fireEvent.click(field('Quiet hours (email waits, nothing is pushed)'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The setting could not be savedThe server cannot be reached.',
  );
  await waitFor(() => expect(field('Quiet hours (email waits, nothing is pushed)')).toBeChecked());
  expect(field('From')).toHaveValue('20:00');
});
