import { newChecklist } from './checklist';
import {
  authorFields,
  type CreatorField,
  creatorFields,
  fieldNames,
  fieldRules,
  inputNameOf,
  type StoredTask,
  type TaskCreationInput,
  type TaskFieldName,
  type TaskInput,
  type TaskPatch,
} from './task.fields';
import { type TimeEstimateId, toTimeEstimate } from './task.values';

type CreationInput = { [Name in keyof TaskCreationInput]?: TaskCreationInput[Name] | null | undefined };
type Input = { [Name in keyof TaskInput]?: TaskInput[Name] | null | undefined };

/** The fields that a body sets, in stored form. */
export function storedFields(input: Input): TaskPatch {
  const given = input as Record<string, unknown>;
  return Object.fromEntries(
    authorFields.flatMap((name) => {
      const value = given[inputNameOf(name)];
      return value === undefined ? [] : [[name, toStored(name, value)]];
    }),
  );
}

/** Fields of a task in a body's form; without names all that authors set. */
export function inputFields(task: StoredTask): TaskInput;
export function inputFields(task: StoredTask, names: readonly string[]): Partial<TaskInput>;
export function inputFields(task: StoredTask, names?: readonly string[]): Partial<TaskInput> {
  const wanted = names ? authorFields.filter((name) => names.includes(name)) : authorFields;
  return Object.fromEntries(wanted.map((name) => [inputNameOf(name), toInput(name, task[name])]));
}

/** The body of a creation that copies a task. */
export function creationInput(task: StoredTask): TaskCreationInput {
  return Object.fromEntries(
    creatorFields.map((name) => [inputNameOf(name), toInput(name, task[name])]),
  ) as TaskCreationInput;
}

/** A new task's values of counters and the fields that its author may set. @param newId mints absent ids */
export function initialFields(input: CreationInput, authorId: string, newId: () => string) {
  const given = storedFields(input as Input) as Partial<StoredTask>;
  if (input.checklist) given.checklist = newChecklist(input.checklist, newId);
  const initial = fieldNames.flatMap((name) => {
    const { initial: of, type } = fieldRules(name);
    // Null for a text means that the author sets none.
    const isGiven = given[name] !== undefined && !(type.is === 'text' && given[name] === null);
    return of && !isGiven ? [[name, of(authorId)]] : [];
  });
  return { ...given, ...Object.fromEntries(initial) } as Pick<StoredTask, CreatorField | 'numOfComments'>;
}

/** The defaults of a new task, in a body's form, without required fields. */
export function defaultInput(authorId: string): Partial<TaskInput> {
  const given: Partial<StoredTask> = initialFields({}, authorId, () => '');
  return Object.fromEntries(
    authorFields.flatMap((name) =>
      given[name] === undefined ? [] : [[inputNameOf(name), toInput(name, given[name])]],
    ),
  );
}

/** A task of an older version, completed with defaults. */
export function withFieldDefaults(task: StoredTask): StoredTask {
  const missing = fieldNames.filter((name) => task[name] === undefined && fieldRules(name).initial);
  if (missing.length === 0) return task;
  const initial = missing.map((name) => [name, fieldRules(name).initial?.(task.createdBy)]);
  return inFieldOrder({ ...task, ...Object.fromEntries(initial) });
}

/**
 * The same task with its fields in the order of the table. An ETag promises equal bytes, whether a node has made the task or
 * read it; and cards with one order of fields are packed together (card.packing).
 */
export function inFieldOrder(task: StoredTask): StoredTask {
  return Object.fromEntries(fieldNames.map((name) => [name, task[name]])) as unknown as StoredTask;
}

/** Whether two values of a field are equal. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

/** Applies a user's additions and removals to the present ids (SPEC.md#conflicts). */
export function mergeIds(base: readonly string[], mine: readonly string[], now: readonly string[]): string[] {
  const removed = new Set(base.filter((id) => !mine.includes(id)));
  const added = mine.filter((id) => !base.includes(id) && !now.includes(id));
  return [...now.filter((id) => !removed.has(id)), ...added];
}

function toStored(name: TaskFieldName, value: unknown): unknown {
  return fieldRules(name).type.is === 'timeEstimate' ? toTimeEstimate(value as TimeEstimateId | null) : value;
}

function toInput(name: TaskFieldName, value: unknown): unknown {
  switch (fieldRules(name).type.is) {
    case 'timeEstimate':
      return (value as StoredTask['timeEstimate'])?.id ?? null;
    case 'checklist':
      return (value as StoredTask['checklist']).map(({ text, isDone }) => ({ text, isDone }));
    default:
      return value;
  }
}
