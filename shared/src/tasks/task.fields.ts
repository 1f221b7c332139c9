import { ASSIGNEES_MAX, CHECKLIST_MAX, LABELS_MAX, TASK_DESCRIPTION_MAX, TITLE_MAX } from '../http/limits';
import type { MessageKey } from '../http/messages';
import { CARDS_PROTOCOL } from '../http/protocol';
import type { ChecklistItem, NewItem } from './checklist';
import {
  DEFAULT_PRIORITY,
  DEFAULT_STATE,
  DEFAULT_VISIBILITY,
  type TimeEstimate,
  type TimeEstimateId,
  taskPriorities,
  taskStates,
  taskVisibilities,
} from './task.values';

/** The type of a field: determines how its values are checked, stored and compared. */
export type FieldType =
  | { is: 'uuid' }
  /** Text that only the server writes: a rank, a time in ISO 8601 (UTC). */
  | { is: 'stamp' }
  /** A number that only the server writes. */
  | { is: 'number' }
  /** One line of text that is not blank. */
  | { is: 'line'; max: number; required: MessageKey; tooLong: MessageKey }
  /** Text that may be empty; null on creation stands for none. */
  | { is: 'text'; max: number; tooLong: MessageKey }
  | { is: 'choice'; values: readonly string[]; invalid: MessageKey }
  | { is: 'choiceOrNone'; values: readonly string[]; invalid: MessageKey }
  /** A whole number from 0. */
  | { is: 'count'; invalid: MessageKey }
  /** A calendar date YYYY-MM-DD without a zone, or null. */
  | { is: 'date'; invalid: MessageKey }
  | { is: 'timeEstimate'; invalid: MessageKey }
  /** A set of ids, in the order in which they were added. */
  | { is: 'ids'; max: number; tooMany: MessageKey; invalid: MessageKey }
  /** Items that merge one by one, by calls and ops of their own. */
  | { is: 'checklist'; max: number; tooMany: MessageKey };

interface FieldRules {
  type: FieldType;
  /** `author`: POST and PUT; `creator`: POST alone; `server`: nobody, regardless of the body. */
  setBy: 'author' | 'creator' | 'server';
  /** Its name in bodies, if different. */
  inputName?: string;
  /**
   * The default of new tasks, and of tasks that are older than the field. A field that its author sets is required
   * without it.
   */
  initial?: (authorId: string) => unknown;
  /**
   * The effect of an edit made on an older version (SPEC.md#conflicts): it is applied (`later`), refused if
   * someone else changed the field (`ask`), or its additions and removals are applied (`difference`).
   */
  merge?: 'later' | 'ask' | 'difference';
  /** What its ids refer to in the task's project; other ids are dropped when the task moves. */
  refersTo?: 'members' | 'labels';
  /** Bulk changes may set it (SPEC.md#bulk). */
  isBulk?: true;
  /** The protocol that introduced it (R22): while a node lives that does not speak it, nobody may set it. */
  protocol?: number;
  /** Left out of the activity, since it follows from other fields. */
  isDerived?: true;
}

/**
 * R23: every field of a task, once. The schemas of bodies and ops, the database's columns, defaults, patches, merges,
 * moves between projects, undo, forms and the activity follow from this table; a new field is a line here, its control
 * in the dialog and its texts. Needs no schema library: boards read it before the first paint.
 */
export const taskFields = {
  id: { type: { is: 'uuid' }, setBy: 'server' },
  title: {
    type: {
      is: 'line',
      max: TITLE_MAX,
      required: 'input_required_task_title',
      tooLong: 'input_max_task_title',
    },
    setBy: 'author',
  },
  description: {
    type: { is: 'text', max: TASK_DESCRIPTION_MAX, tooLong: 'input_max_task_description' },
    setBy: 'author',
    initial: () => '',
    merge: 'ask',
  },
  /** Chosen at creation and changed by a move between projects, never by a patch. */
  projectId: { type: { is: 'uuid' }, setBy: 'server' },
  state: {
    type: { is: 'choice', values: taskStates, invalid: 'input_required_kanban_state' },
    setBy: 'author',
    initial: () => DEFAULT_STATE,
  },
  priority: {
    type: { is: 'choiceOrNone', values: taskPriorities, invalid: 'input_required_task_priority' },
    setBy: 'author',
    initial: () => DEFAULT_PRIORITY,
    isBulk: true,
  },
  timeEstimate: {
    type: { is: 'timeEstimate', invalid: 'input_required_time_estimate' },
    setBy: 'author',
    inputName: 'timeEstimateId',
    initial: () => null,
    isBulk: true,
  },
  /** Whole minutes. */
  timeSpent: {
    type: { is: 'count', invalid: 'input_invalid_time_spent' },
    setBy: 'author',
    initial: () => 0,
  },
  dueDate: {
    type: { is: 'date', invalid: 'input_invalid_due_date' },
    setBy: 'author',
    initial: () => null,
    isBulk: true,
  },
  assignees: {
    type: {
      is: 'ids',
      max: ASSIGNEES_MAX,
      tooMany: 'input_max_assignees',
      invalid: 'input_required_user_id',
    },
    setBy: 'author',
    initial: (authorId) => [authorId],
    merge: 'difference',
    refersTo: 'members',
    isBulk: true,
  },
  labels: {
    type: { is: 'ids', max: LABELS_MAX, tooMany: 'input_max_labels', invalid: 'input_required_label_id' },
    setBy: 'author',
    initial: () => [],
    merge: 'difference',
    refersTo: 'labels',
    isBulk: true,
    protocol: CARDS_PROTOCOL,
  },
  checklist: {
    type: { is: 'checklist', max: CHECKLIST_MAX, tooMany: 'input_max_checklist_items' },
    setBy: 'creator',
    initial: () => [],
    protocol: CARDS_PROTOCOL,
  },
  numOfComments: { type: { is: 'number' }, setBy: 'server', initial: () => 0 },
  visibility: {
    type: { is: 'choice', values: taskVisibilities, invalid: 'invalid_value' },
    setBy: 'author',
    initial: () => DEFAULT_VISIBILITY,
  },
  /** Order key in its column, compared byte by byte, ties broken by id (R5). */
  rank: { type: { is: 'stamp' }, setBy: 'server', isDerived: true },
  /** The project version of the latest op that changed this task. */
  rev: { type: { is: 'number' }, setBy: 'server', isDerived: true },
  createdBy: { type: { is: 'uuid' }, setBy: 'server' },
  createdAt: { type: { is: 'stamp' }, setBy: 'server' },
  updatedAt: { type: { is: 'stamp' }, setBy: 'server', isDerived: true },
} as const satisfies Record<string, FieldRules>;

type Table = typeof taskFields;
export type TaskFieldName = keyof Table;

/** The type of a stored value. */
interface StoredValues {
  uuid: string;
  stamp: string;
  number: number;
  line: string;
  text: string;
  count: number;
  date: string | null;
  timeEstimate: TimeEstimate | null;
  ids: string[];
  checklist: ChecklistItem[];
}
type StoredOf<Type> = Type extends { is: 'choice'; values: readonly (infer Value)[] }
  ? Value
  : Type extends { is: 'choiceOrNone'; values: readonly (infer Value)[] }
    ? Value | null
    : Type extends { is: infer Kind extends keyof StoredValues }
      ? StoredValues[Kind]
      : never;

/** The type of a value in a body, if different. */
interface InputValues {
  timeEstimate: TimeEstimateId | null;
  checklist: NewItem[];
}
type InputOf<Type> = Type extends { is: infer Kind extends keyof InputValues }
  ? InputValues[Kind]
  : StoredOf<Type>;
type CreationOf<Type> = Type extends { is: 'text' } ? InputOf<Type> | null : InputOf<Type>;

type NamesOf<Rules> = {
  [Name in TaskFieldName]: Table[Name] extends Rules ? Name : never;
}[TaskFieldName];
export type AuthorField = NamesOf<{ setBy: 'author' }>;
export type CreatorField = NamesOf<{ setBy: 'author' | 'creator' }>;
/** Fields that a new task's author must set. */
export type RequiredField = Exclude<AuthorField, NamesOf<{ initial: (authorId: string) => unknown }>>;
export type MergedField<How extends 'ask' | 'difference'> = NamesOf<{ merge: How }>;
/** Text fields, which are searched. */
export type WordField = NamesOf<{ type: { is: 'line' | 'text' | 'checklist' } }>;
export type BulkField = NamesOf<{ isBulk: true }>;
export type Reference = NonNullable<FieldRules['refersTo']>;
export type ReferenceField = NamesOf<{ refersTo: Reference }>;

type InputName<Name extends TaskFieldName> = Table[Name] extends {
  inputName: infer Other extends string;
}
  ? Other
  : Name;

/** A task in the log and the store: everything but the derived position. */
export type StoredTask = { [Name in TaskFieldName]: StoredOf<Table[Name]['type']> };

/** All fields that authors set, in a body's form. */
export type TaskInput = { [Name in AuthorField as InputName<Name>]: InputOf<Table[Name]['type']> };
/** The same in the body of a creation. */
export type TaskCreationInput = {
  [Name in CreatorField as InputName<Name>]: CreationOf<Table[Name]['type']>;
};
/** Ids to add to a task's and to remove. */
interface IdChanges {
  add?: string[] | undefined;
  remove?: string[] | undefined;
}
/** The edit of a bulk change, in a body's form (SPEC.md#bulk). */
export type TaskBulkEdit = {
  [Name in BulkField as InputName<Name>]: Name extends MergedField<'difference'>
    ? IdChanges
    : InputOf<Table[Name]['type']>;
};
/** The fields that an edit may change, in stored form; `rank` follows a change of the state. */
export type TaskPatch = { [Name in AuthorField | 'rank']?: StoredTask[Name] | undefined };

const rules: Record<TaskFieldName, FieldRules> = taskFields;
export const fieldRules = (name: TaskFieldName): FieldRules => rules[name];
export const fieldNames = Object.keys(taskFields) as TaskFieldName[];
export const authorFields = fieldNames.filter((name) => rules[name].setBy === 'author') as AuthorField[];
export const mergedFields = <How extends 'ask' | 'difference'>(how: How) =>
  fieldNames.filter((name) => rules[name].merge === how) as MergedField<How>[];
export const creatorFields = fieldNames.filter((name) => rules[name].setBy !== 'server') as CreatorField[];
const bulkFields = fieldNames.filter((name) => rules[name].isBulk) as BulkField[];
/** Fields that a bulk edit sets, and those whose ids it adds and removes. */
export const bulkValueFields = bulkFields.filter((name) => rules[name].merge !== 'difference');
export const bulkIdFields = bulkFields.filter((name) => rules[name].merge === 'difference') as Array<
  BulkField & MergedField<'difference'>
>;
export const referenceFields = fieldNames.filter((name) => rules[name].refersTo) as ReferenceField[];
/** The lowest protocol that knows all task fields of a body; 0 if every protocol does. */
export function protocolOf(input: Readonly<Record<string, unknown>>): number {
  const isGiven = (value: unknown) =>
    value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
  return Math.max(
    0,
    ...creatorFields.map((name) => (isGiven(input[inputNameOf(name)]) ? (rules[name].protocol ?? 0) : 0)),
  );
}
/** Its name in bodies. */
export const inputNameOf = (name: TaskFieldName): string => rules[name].inputName ?? name;
