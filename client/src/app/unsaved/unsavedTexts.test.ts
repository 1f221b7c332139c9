import { toTimeEstimate } from '@livelane/shared/tasks/task.values';
import { newId, PROJECT, task, USER } from '#board-sync/board.fixture';
import { patchTask } from '#board-sync/edit.mutations';
import { creationOf } from './unsavedTexts';

const clock = { now: Date.now, newId };
const [label, left, elsewhere] = [newId(), newId(), newId()];
const item = { id: newId(), text: 'Sand', isDone: true, rank: 'a0' };
const gone = task({
  title: 'Paint',
  description: 'White',
  priority: 'HIGH',
  timeEstimate: toTimeEstimate(60),
  assignees: [USER, left],
  labels: [label],
  checklist: [item],
});
const edit = { title: 'Paint it', baseRev: 1, baseProjectId: PROJECT };

it('a task that is created again is the deleted one with the edit, without people who have left', () => {
  expect(creationOf(patchTask(clock, undefined, gone, edit), new Set([USER]))).toEqual({
    title: 'Paint it',
    description: 'White',
    state: gone.state,
    priority: 'HIGH',
    timeEstimateId: 60,
    timeSpent: 0,
    dueDate: null,
    visibility: 'PUBLIC',
    assignees: [USER],
    labels: [label],
    checklist: [{ text: 'Sand', isDone: true }],
    projectId: PROJECT,
  });
});

it('keeps what the edit has taken away, and in another project no labels and people of this one', () => {
  const cleared = patchTask(clock, undefined, gone, { labels: [], priority: null });
  expect(creationOf(cleared, undefined)).toMatchObject({
    labels: [],
    priority: null,
    assignees: [USER, left],
  });
  const moved = creationOf(patchTask(clock, undefined, gone, { projectId: elsewhere }), undefined);
  expect(moved).toMatchObject({ projectId: elsewhere, priority: 'HIGH' });
  expect(moved).not.toHaveProperty('labels');
  expect(moved).not.toHaveProperty('assignees');
});

it('an edit that an older version has stored is created with its own fields', () => {
  const { before: _none, ...stored } = patchTask(clock, undefined, gone, edit);
  expect(creationOf(stored, undefined)).toEqual({ title: 'Paint it', projectId: PROJECT });
});
