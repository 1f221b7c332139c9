import { taskPriorities, taskStates } from '@livelane/shared/tasks/task.values';
import { priorityLooks, stateColours } from './taskLooks';

it('section 3: each state has a colour of its own', () => {
  expect(Object.keys(stateColours)).toEqual([...taskStates]);
  expect(new Set(Object.values(stateColours)).size).toBe(taskStates.length);
});

it('section 3: each priority has an arrow and a colour of its own', () => {
  const looks = taskPriorities.map((priority) => priorityLooks[priority]);
  expect(new Set(looks.map(({ colour }) => colour)).size).toBe(taskPriorities.length);
  expect(new Set(looks.map(({ turn, isDouble }) => `${turn} ${isDouble}`)).size).toBe(taskPriorities.length);
});
