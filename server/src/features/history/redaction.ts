import { fieldNames, fieldRules, type TaskFieldName } from '@livelane/shared/tasks/task.fields';

const textTypes = new Set(['line', 'text', 'checklist']);

/** Fields of tasks and comments whose values are people's texts (R24). */
const textFields = new Set<string>([
  'text',
  ...fieldNames.filter((name: TaskFieldName) => textTypes.has(fieldRules(name).type.is)),
]);

export const isTextField = (field: string): boolean => textFields.has(field);

/**
 * The value without people's texts at any depth: ids, versions, places and enumerated values stay, which keeps the
 * board's history consistent (R24).
 */
export function withoutTexts<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutTexts) as Value;
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (typeof inner === 'string' && isTextField(name)) return [name, ''];
      return [name, name === 'mentions' ? [] : withoutTexts(inner)];
    }),
  ) as Value;
}
