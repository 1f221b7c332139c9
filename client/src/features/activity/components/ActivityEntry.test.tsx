/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import { I18nProvider } from '#i18n/I18nProvider';
import { ActivityEntry } from './ActivityEntry';

const nameOf = (id: string) => id;
const names = { personName: nameOf, projectName: nameOf, columnName: nameOf, labelName: nameOf };

test.each([
  ['Vera', 'Vera left the project'],
  ['Olga', 'Olga removed Vera'],
])('R28 tells whether %s removed someone else or left', (actorId, text) => {
  const item = { v: 1, type: 'member.removed', actorId, userId: 'Vera', at: '2026-01-02T03:04:05.000Z' };
  render(
    <I18nProvider>
      <ActivityEntry item={{ ...item, changes: [] } as never} names={names} />
    </I18nProvider>,
  );
  expect(screen.getByText(text)).toBeTruthy();
});
