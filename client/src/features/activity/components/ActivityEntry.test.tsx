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

test.each([
  ['state', null, 'READY', 'State: READY'],
  ['assignees', [], ['Vera'], 'Assignees: Vera'],
  ['dueDate', null, '2026-02-01', 'Due date: 1 Feb 2026'],
  // None of the former value is left out.
  ['priority', 'LOW', 'HIGH', 'Priority:Low becomes High'],
  ['assignees', ['Vera'], [], 'Assignees:Vera becomes Nobody'],
  // A deleted task is in no column, someone removed has no role.
  ['state', 'READY', null, 'State: READY'],
  ['roleId', 'viewer', null, 'Role: Viewer'],
])('R28 %s that was %j and is %j is told as %s', (field, from, to, text) => {
  const item = { v: 1, type: 'task.patched', actorId: 'Olga', taskId: 'Paint', title: 'Paint' };
  const { container } = render(
    <I18nProvider>
      <ActivityEntry
        item={{ ...item, at: '2026-01-02T03:04:05.000Z', changes: [{ field, from, to }] } as never}
        names={names}
      />
    </I18nProvider>,
  );
  expect(container.querySelector('time')?.nextElementSibling?.textContent).toBe(text);
});

test('a new comment is shown as it reads, and an edited one by what differs', async () => {
  const shown = (from: string | null) => (
    <I18nProvider>
      <ActivityEntry
        item={
          {
            v: 1,
            type: 'comment.added',
            actorId: 'Olga',
            at: '2026-01-02T03:04:05.000Z',
            changes: [{ field: 'text', from, to: 'at **six**' }],
          } as never
        }
        names={names}
      />
    </I18nProvider>
  );
  const { container, rerender } = render(shown(null));
  expect((await screen.findByText('six')).tagName).toBe('STRONG');
  expect(container.querySelector('ins')).toBeNull();
  rerender(shown('at'));
  expect(container.querySelector('ins')).toBeTruthy();
});
