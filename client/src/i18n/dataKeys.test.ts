import { projectRoles, workspaceRoles } from '@livelane/shared/permissions/roles';
import {
  taskPriorities,
  taskStates,
  timeEstimateIds,
  timeEstimates,
} from '@livelane/shared/tasks/task.values';
import { enGB } from './en-GB';

const texts: Record<string, string> = enGB;

it('section 3: states, priorities and roles are translated by their keys', () => {
  expect(taskStates.map((state) => texts[`kanban_state_${state}`])).toEqual([
    'Backlog',
    'Ready',
    'In Progress',
    'Waiting',
    'Review',
    'Test',
    'Done',
    'Archive',
  ]);
  expect(taskPriorities.map((priority) => texts[`priority_${priority}`])).toEqual([
    'Critical',
    'High',
    'Medium',
    'Low',
    'Trivial',
  ]);
  const roles = [
    ...projectRoles.map((id) => `project_role_${id}`),
    ...workspaceRoles.map((id) => `workspace_role_${id}`),
  ];
  expect(roles.filter((key) => !texts[key])).toEqual([]);
});

it('section 9: the time estimates are those of the specification, each with a name and a short form', () => {
  expect(timeEstimateIds).toEqual([0, 1, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 960]);
  for (const { name } of timeEstimates) {
    expect(texts[name]).toBeTruthy();
    expect(texts[`${name}_short`]).toBeTruthy();
  }
});

it('section 8: the labels that the specification names by their keys', () => {
  expect([texts.label_error, texts.label_no_options]).toEqual(['Error', 'No options']);
});
