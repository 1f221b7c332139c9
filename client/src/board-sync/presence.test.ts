import type { PresentUser } from '@livelane/shared/realtime/messages.schema';
import { withPresence } from './presence';

const PROJECT = '00000000-0000-4000-8000-000000000021';
const TASK = '00000000-0000-4000-8000-000000000031';
const person = (firstName: string, mode: PresentUser['mode'], taskId?: string): PresentUser => ({
  userId: firstName,
  firstName,
  surname: 'Test',
  mode,
  ...(taskId !== undefined && { taskId }),
});

test('a card shows who works on it, and not who only has it open', () => {
  const ana = person('Ana', 'editing', TASK);
  const users = [ana, person('Bob', 'viewing', TASK), person('Cem', 'viewing')];
  const { users: all, byTask } = withPresence({}, { projectId: PROJECT, users })[PROJECT] ?? {};
  expect(all).toEqual(users);
  expect(byTask).toEqual({ [TASK]: [ana] });
});
