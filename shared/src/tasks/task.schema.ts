import * as z from 'zod/mini';
import { optionalText, requiredText } from '../values/text';
import { uuidSchema, uuidWith } from '../values/uuid';
import { checklistItemSchema, newItemsSchema } from './checklist.schema';
import {
  type AuthorField,
  authorFields,
  bulkIdFields,
  bulkValueFields,
  creatorFields,
  type FieldType,
  fieldNames,
  fieldRules,
  inputNameOf,
  type MergedField,
  mergedFields,
  type RequiredField,
  type StoredTask,
  type TaskBulkEdit,
  type TaskCreationInput,
  type TaskFieldName,
  type TaskInput,
  taskFields,
} from './task.fields';
import { type TimeEstimate, taskStates, timeEstimateIds } from './task.values';

export type { StoredTask } from './task.fields';

/** The schema of a field's value in a body. */
function inputSchema(type: FieldType): z.ZodMiniType {
  switch (type.is) {
    case 'line':
      return requiredText(type);
    case 'text':
      return optionalText(type.max, type.tooLong);
    case 'choice':
      return z.enum(type.values as [string, ...string[]], type.invalid);
    case 'choiceOrNone':
      return z.nullable(z.enum(type.values as [string, ...string[]], type.invalid));
    case 'count':
      return z.int(type.invalid).check(z.minimum(0, type.invalid));
    case 'date':
      return z.nullable(z.iso.date(type.invalid));
    case 'timeEstimate':
      return z.nullable(z.literal([...timeEstimateIds], type.invalid));
    case 'ids':
      return z.array(uuidWith(type.invalid), 'invalid_value').check(
        z.maxLength(type.max, type.tooMany),
        z.overwrite((ids) => [...new Set(ids)]),
      );
    case 'checklist':
      return newItemsSchema;
    case 'uuid':
    case 'stamp':
    case 'number':
      return z.never();
    default:
      return type satisfies never;
  }
}

/** The schema of a value that the server has written. */
function storedSchema(type: FieldType): z.ZodMiniType {
  switch (type.is) {
    case 'uuid':
      return uuidSchema;
    case 'stamp':
    case 'line':
    case 'text':
      return z.string();
    case 'number':
    case 'count':
      return z.number();
    case 'choice':
      return z.enum(type.values as [string, ...string[]]);
    case 'choiceOrNone':
      return z.nullable(z.enum(type.values as [string, ...string[]]));
    case 'date':
      return z.nullable(z.string());
    case 'timeEstimate':
      return z.nullable(
        z.custom<TimeEstimate>(
          (value) => timeEstimateIds.includes((value as TimeEstimate | null)?.id as TimeEstimate['id']),
          'invalid_value',
        ),
      );
    case 'ids':
      return z.array(uuidSchema);
    case 'checklist':
      return z.array(checklistItemSchema);
    default:
      return type satisfies never;
  }
}

/** One schema per field. */
function shapeOf<Shape>(names: readonly TaskFieldName[], schema: (name: TaskFieldName) => [string, unknown]) {
  return Object.fromEntries(names.map(schema)) as Shape;
}

type StoredShape = { [Name in TaskFieldName]: z.ZodMiniType<StoredTask[Name]> };
const storedShape = shapeOf<StoredShape>(fieldNames, (name) => [name, storedSchema(fieldRules(name).type)]);

export const storedTaskSchema = z.object(storedShape);

/** The fields that change together, in ops. */
export const taskPatchSchema = z.partial(
  z.pick(
    storedTaskSchema,
    shapeOf<Record<AuthorField | 'rank', true>>([...authorFields, 'rank'], (name) => [name, true]),
  ),
);

/** A task in REST answers; `columnPosition` is derived: 0..n-1 among the tasks that the caller can see. */
export const taskSchema = z.extend(storedTaskSchema, { columnPosition: z.number() });
export type Task = z.infer<typeof taskSchema>;

/** A task of GET /kanban/project/{id}/trash. */
export const trashedTaskSchema = z.extend(storedTaskSchema, {
  /** ISO 8601 in UTC. */
  deletedAt: z.string(),
  /** Null if that was not stored yet. */
  deletedBy: z.nullable(uuidSchema),
  /** Whether the caller may restore it (SPEC.md#rights). */
  canRestore: z.boolean(),
});
export type TrashedTask = z.infer<typeof trashedTaskSchema>;

type OptionalShape<Input> = {
  [Name in keyof Input]: z.ZodMiniOptional<z.ZodMiniType<Input[Name], Input[Name]>>;
};
const creationSchema = (name: TaskFieldName) => {
  const { type } = fieldRules(name);
  return type.is === 'text' ? z.nullable(inputSchema(type)) : inputSchema(type);
};
const creationShape = shapeOf<OptionalShape<TaskCreationInput>>(creatorFields, (name) => [
  inputNameOf(name),
  z.optional(creationSchema(name)),
]);
const requiredShape = shapeOf<{ [Name in RequiredField]: z.ZodMiniType<StoredTask[Name], StoredTask[Name]> }>(
  authorFields.filter((name) => !fieldRules(name).initial),
  (name) => [inputNameOf(name), creationSchema(name)],
);
const updateShape = shapeOf<OptionalShape<TaskInput>>(authorFields, (name) => [
  inputNameOf(name),
  z.optional(inputSchema(fieldRules(name).type)),
]);

/** Body of POST /tasks: absent fields get the defaults of SPEC.md#rest. */
export const createTaskSchema = z.object({
  /** Minted by the client, or by the server when absent. */
  id: z.optional(uuidSchema),
  ...creationShape,
  ...requiredShape,
  projectId: uuidWith('input_required_project_id'),
});
export type CreateTaskInput = z.input<typeof createTaskSchema>;

/** The edit of a bulk change (SPEC.md#bulk). */
export const bulkEditSchema = z.object(
  shapeOf<OptionalShape<TaskBulkEdit>>([...bulkValueFields, ...bulkIdFields], (name) => {
    const schema = inputSchema(fieldRules(name).type);
    const ids = z.optional(schema);
    const isById = fieldRules(name).merge === 'difference';
    return [inputNameOf(name), z.optional(isById ? z.object({ add: ids, remove: ids }) : schema)];
  }),
);

type IdLists = Pick<TaskInput, MergedField<'difference'>>;

const versionSchema = z.int('input_invalid_version').check(z.minimum(0, 'input_invalid_version'));

/**
 * Body of PUT /tasks/{id}: only the fields given change; `baseRev` is the `rev` that the user saw, in the project
 * `baseProjectId` where the task was then; the task's present one when absent. `baseLists` are the lists of ids that
 * they saw, which may contain changes of theirs that had no version yet (SPEC.md#conflicts).
 */
export const updateTaskSchema = z.object({
  ...updateShape,
  projectId: z.optional(uuidWith('input_required_project_id')),
  baseRev: z.optional(versionSchema),
  baseProjectId: z.optional(uuidSchema),
  baseLists: z.optional(
    z.object(
      shapeOf<OptionalShape<IdLists>>(mergedFields('difference'), (name) => [
        name,
        z.optional(inputSchema(fieldRules(name).type)),
      ]),
    ),
  ),
});
export type UpdateTaskInput = z.input<typeof updateTaskSchema>;

const stateSchema = z.enum(taskStates, taskFields.state.type.invalid);

/** Body of POST /kanban/moveTask (SPEC.md#rest). */
export const moveTaskSchema = z.object({
  taskId: uuidWith('input_required_task_id'),
  /** Counts the caller's visible cards of the target column without the moved one; clamped to the end. */
  position: z.int('input_invalid_position').check(z.minimum(0, 'input_invalid_position')),
  state: stateSchema,
  /** Neighbours that the user saw; they win over `position` while they are in that column. */
  afterId: z.optional(uuidSchema),
  beforeId: z.optional(uuidSchema),
  /** State that the user moved the card from: another one now is a 409 `stale_move`. */
  expectedState: z.optional(stateSchema),
});
export type MoveTaskInput = z.input<typeof moveTaskSchema>;

/** The fields of task writes' answers beside the task. */
export const mutationResultSchema = z.object({
  v: z.number(),
  mutationId: uuidSchema,
  /** True when the same mutation had been committed before (R7). */
  replayed: z.boolean(),
  /** For a task that moved to another project: the one that it left, and the version of the departure. */
  left: z.optional(z.object({ projectId: uuidSchema, v: z.number() })),
});
export type MutationResult = z.infer<typeof mutationResultSchema>;

/** Answer of POST, PUT, DELETE and restore. */
export const taskWriteAnswerSchema = z.extend(taskSchema, mutationResultSchema.shape);
export type TaskWriteAnswer = z.infer<typeof taskWriteAnswerSchema>;

/** Answer of POST /kanban/moveTask. */
export const moveTaskAnswerSchema = z.extend(mutationResultSchema, { task: taskSchema });
export type MoveTaskAnswer = z.infer<typeof moveTaskAnswerSchema>;
