import { uuid } from '../values/uuid.fixture';
import { createTaskSchema, moveTaskSchema, updateTaskSchema } from './task.schema';
import { taskStates, timeEstimateIds, timeEstimates, toTimeEstimate } from './task.values';

type Parsed = { success: boolean; error?: { issues: Array<{ path: PropertyKey[]; message: string }> } };
const problems = (parsed: Parsed): string[] =>
  (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);

const projectId = uuid(1);
const create = (fields: object): Parsed => createTaskSchema.safeParse({ title: 'T', projectId, ...fields });
const update = (fields: object): Parsed => updateTaskSchema.safeParse(fields);
const move = (fields: object): Parsed =>
  moveTaskSchema.safeParse({ taskId: uuid(1), position: 0, state: 'DONE', ...fields });

describe('a new task', () => {
  it('needs a title and a project', () => {
    expect(problems(createTaskSchema.safeParse({}))).toEqual([
      'title: input_required_task_title',
      'projectId: input_required_project_id',
    ]);
  });

  it('takes a title of 1 to 255 characters after trimming', () => {
    expect(createTaskSchema.parse({ title: `  ${'x'.repeat(255)}  `, projectId }).title).toHaveLength(255);
    expect(problems(create({ title: 'x'.repeat(256) }))).toEqual(['title: input_max_task_title']);
    expect(problems(create({ title: '   ' }))).toEqual(['title: input_required_task_title']);
    expect(problems(create({ title: 'a\0' }))).toEqual(['title: invalid_characters']);
  });

  it('takes priority, estimate and due date of null, and a description of null', () => {
    expect(create({ priority: null, timeEstimateId: null, dueDate: null, description: null }).success).toBe(
      true,
    );
  });

  it.each([
    [{ state: 'NOPE' }, 'state: input_required_kanban_state'],
    [{ state: null }, 'state: input_required_kanban_state'],
    [{ priority: 'URGENT' }, 'priority: input_required_task_priority'],
    [{ timeEstimateId: 7 }, 'timeEstimateId: input_required_time_estimate'],
    [{ timeEstimateId: '5' }, 'timeEstimateId: input_required_time_estimate'],
    [{ dueDate: '2026-02-30' }, 'dueDate: input_invalid_due_date'],
    [{ dueDate: '2026-02-03T00:00:00Z' }, 'dueDate: input_invalid_due_date'],
    [{ timeSpent: -1 }, 'timeSpent: input_invalid_time_spent'],
    [{ timeSpent: 1.5 }, 'timeSpent: input_invalid_time_spent'],
    [{ description: 'x'.repeat(20_001) }, 'description: input_max_task_description'],
    [{ assignees: ['x'] }, 'assignees.0: input_required_user_id'],
    [{ assignees: 'x' }, 'assignees: invalid_value'],
    [{ visibility: 'SECRET' }, 'visibility: invalid_value'],
    [{ id: 'x' }, 'id: invalid_id'],
    [{ title: { $gt: '' } }, 'title: input_required_task_title'],
  ])('refuses %j', (fields, problem) => {
    expect(problems(create(fields))).toEqual([problem]);
  });

  it('takes 50 different assignees, counted before doubles are dropped', () => {
    const ids = Array.from({ length: 50 }, (_, n) => uuid(n));
    expect(create({ assignees: ids }).success).toBe(true);
    expect(problems(create({ assignees: [...ids, uuid(50)] }))).toEqual(['assignees: input_max_assignees']);
    const [first = ''] = ids;
    expect(createTaskSchema.parse({ title: 'T', projectId, assignees: [first, first] }).assignees).toEqual([
      first,
    ]);
  });

  it('ignores fields that are the server’s own', () => {
    const forged = { rank: 'a0', rev: 9, createdBy: uuid(1), role: 'owner', columnPosition: 3 };
    expect(createTaskSchema.parse({ title: 'T', projectId, ...forged })).toEqual({ title: 'T', projectId });
  });
});

describe('an edited task', () => {
  it('takes any subset of the fields', () => {
    expect(updateTaskSchema.parse({})).toEqual({});
    expect(updateTaskSchema.parse({ description: '' })).toEqual({ description: '' });
  });

  it.each([
    [{ title: '' }, 'title: input_required_task_title'],
    [{ title: null }, 'title: input_required_task_title'],
    [{ baseRev: -1 }, 'baseRev: input_invalid_version'],
    [{ baseRev: 1.5 }, 'baseRev: input_invalid_version'],
    [{ projectId: 'x' }, 'projectId: input_required_project_id'],
  ])('refuses %j', (fields, problem) => {
    expect(problems(update(fields))).toEqual([problem]);
  });
});

describe('a move', () => {
  it.each([[-1], [1.5], ['3'], [null], [undefined], [Number.NaN], [{ $gt: 0 }]])(
    'refuses position %p',
    (position) => {
      expect(problems(move({ position }))).toEqual(['position: input_invalid_position']);
    },
  );

  it('takes a position far beyond the end', () => {
    expect(move({ position: 1_000_000_000 }).success).toBe(true);
  });

  it('needs a task and a state', () => {
    expect(problems(moveTaskSchema.safeParse({ position: 0 }))).toEqual([
      'taskId: input_required_task_id',
      'state: input_required_kanban_state',
    ]);
  });
});

describe('values', () => {
  it('has the states in board order and the estimates of SPEC.md#values', () => {
    expect(taskStates.join(' ')).toBe('BACKLOG READY IN_PROGRESS WAITING REVIEW TEST DONE ARCHIVE');
    expect(timeEstimateIds.join(' ')).toBe('0 1 5 10 15 20 30 45 60 90 120 180 240 360 480 720 960');
    expect(timeEstimates[2]).toEqual({ id: 5, name: 'time_estimate_5' });
  });

  it('stores no estimate as null', () => {
    expect(toTimeEstimate(0)).toBeNull();
    expect(toTimeEstimate(null)).toBeNull();
    expect(toTimeEstimate(undefined)).toBeNull();
    expect(toTimeEstimate(960)).toEqual({ id: 960, name: 'time_estimate_960' });
  });
});
