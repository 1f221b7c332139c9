/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { I18nProvider } from '#i18n/I18nProvider';
import { createStore } from '#store/store';
import { StubNetwork } from '#test/network';
import ActivityPanel from './ActivityPanel';

test('R32 a page without entries that has a next one does not say that there is nothing', async () => {
  const activity = 'GET /kanban/project/p/activity?';
  new StubNetwork({
    [`${activity}before=7`]: { body: { items: [], people: [], next: null } },
    [activity]: { body: { items: [], people: [], next: 7 } },
  });
  const nameOf = () => '';
  render(
    <Provider store={createStore()}>
      <I18nProvider>
        <ActivityPanel
          projectId="p"
          headV={1}
          people={[]}
          projectName={nameOf}
          columnName={nameOf}
          labelName={nameOf}
          onOpen={() => undefined}
          onClose={() => undefined}
        />
      </I18nProvider>
    </Provider>,
  );
  const older = await screen.findByRole('button', { name: 'Show earlier activity' });
  expect(screen.queryByText('There is nothing to show.')).toBeNull();
  await userEvent.click(older);
  expect(await screen.findByText('There is nothing to show.')).toBeTruthy();
});
