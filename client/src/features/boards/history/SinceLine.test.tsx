/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { PROJECT, USER } from '#board-sync/board.fixture';
import { I18nProvider } from '#i18n/I18nProvider';
import { createStore } from '#store/store';
import { SinceLine } from './SinceLine';

const since = {
  afterV: 1,
  actorIds: [USER],
  count: 2,
  hasMore: false,
  from: '2026-02-01T10:00:00.000Z',
  taskIds: new Set<string>(),
};

function Line() {
  const [isSeen, setSeen] = useState(false);
  if (isSeen) return null;
  return (
    <SinceLine
      projectId={PROJECT}
      since={since}
      projectName={() => undefined}
      onDismiss={() => setSeen(true)}
    />
  );
}

test('whoever dismisses the line is at the page', async () => {
  render(
    <Provider store={createStore()}>
      <I18nProvider>
        <main>
          <Line />
        </main>
      </I18nProvider>
    </Provider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Mark as seen' }));
  expect(screen.queryByRole('button', { name: 'Mark as seen' })).not.toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveFocus();
});
