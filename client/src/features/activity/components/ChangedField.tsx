import type { WipLimit } from '@livelane/shared/boards/column.settings';
import { withMentionedNames } from '@livelane/shared/comments/mentions';
import type { ActivityChange } from '@livelane/shared/history/history.schema';
import type { ChecklistItem } from '@livelane/shared/tasks/checklist';
import type { CreatorField } from '@livelane/shared/tasks/task.fields';
import { type TaskState, timeEstimates } from '@livelane/shared/tasks/task.values';
import ArrowForward from '@mui/icons-material/ArrowForward';
import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { type IntlShape, useIntl } from 'react-intl';
import type { CatalogueKey } from '#i18n/en-GB';
import { formatDay } from '#i18n/formatDay';
import { listOf } from '#i18n/listOf';
import { type Translate, useT } from '#i18n/useT';
import { MarkdownText } from '#ui/markdown/MarkdownText';
import { mirrored } from '#ui/mirrored';
import { TextDifference } from '#ui/TextDifference';
import { spentTime } from '#ui/task-looks/spentTime';

/** Names for showing values. */
export interface ActivityNames {
  personName: (userId: string) => string;
  projectName: (projectId: string) => string | undefined;
  /** Its present one. */
  columnName: (state: TaskState) => string;
  /** Undefined for a deleted one. */
  labelName: (labelId: string) => string | undefined;
}

/** Each field of a task that people set (R23): one without a name fails the type check. */
const TASK_LABELS: Record<CreatorField, CatalogueKey> = {
  title: 'task_title',
  description: 'task_description',
  state: 'task_state',
  priority: 'task_priority',
  timeEstimate: 'task_estimate',
  timeSpent: 'activity_field_time_spent',
  dueDate: 'task_due',
  assignees: 'task_assignees',
  visibility: 'task_visibility',
  labels: 'activity_field_labels',
  checklist: 'activity_field_checklist',
};
/** Also those of comments, members, columns and projects, by their names there. */
const LABELS: Record<string, CatalogueKey> = {
  ...TASK_LABELS,
  projectId: 'task_project',
  name: 'activity_field_name',
  text: 'activity_field_text',
  isHidden: 'activity_field_hidden',
  wipLimit: 'activity_field_limit',
  policy: 'activity_field_policy',
  roleId: 'activity_field_role',
};
/** The label of a field; undefined if it has none. */
export const fieldLabel = (field: string): CatalogueKey | undefined => LABELS[field];

/** Texts whose difference is shown word by word. */
const TEXTS = new Set(['description', 'text', 'title', 'name', 'policy']);
/** Of them those that are Markdown. */
const MARKDOWN = new Set(['description', 'text', 'policy']);

/** Comments hold ids of people, which nobody reads. */
const readable = (text: unknown) => withMentionedNames(String(text ?? ''));

interface Props {
  change: ActivityChange;
  names: ActivityNames;
}

/** One field that changed: its former value and the new one. */
export function ChangedField({ change, names }: Props) {
  const t = useT();
  const value = useValueText(names);
  const { field, from, to } = change;
  const key = LABELS[field];
  if (TEXTS.has(field) && typeof (from ?? to) === 'string')
    return (
      <>
        {/* A comment has no other field. */}
        {key && field !== 'text' && <div>{t('activity_field', { name: t(key) })}</div>}
        <TextDifference before={readable(from)} after={readable(to)} />
      </>
    );
  // Of erased texts (R24) it is only known that they were changed.
  if (from === null && to === null && key) return <span>{t(key)}</span>;
  const element = elementOf(from ?? to);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.75 }}>
      {key && <span>{t('activity_field', { name: t(key) })}</span>}
      <Box component={element}>{value(field, from)}</Box>
      <span style={visuallyHidden}> {t('activity_becomes')} </span>
      <ArrowForward aria-hidden sx={{ fontSize: 14, ...mirrored }} />
      <Box component={element} sx={{ color: 'text.primary' }}>
        {value(field, to)}
      </Box>
    </Box>
  );
}

/** The one value of a field that had none before, or has none afterwards. */
export function GivenField({ field, value, names }: { field: string; value: unknown; names: ActivityNames }) {
  const t = useT();
  const textOf = useValueText(names);
  const key = LABELS[field];
  // A comment has no other field.
  const label = key && field !== 'text' && <span>{t('activity_field', { name: t(key) })} </span>;
  if (MARKDOWN.has(field))
    return (
      <>
        {label}
        <Box
          sx={{
            my: 0.5,
            paddingInlineStart: 1,
            maxHeight: 200,
            overflow: 'auto',
            color: 'text.primary',
            borderInlineStart: '2px solid',
            borderColor: 'divider',
          }}
        >
          <MarkdownText text={String(value)} />
        </Box>
      </>
    );
  return (
    <div>
      {label}
      <Box component={elementOf(value)} sx={{ color: 'text.primary' }}>
        {textOf(field, value)}
      </Box>
    </div>
  );
}

/** A list sets its own names apart, and runs in the direction of its language. */
const elementOf = (value: unknown) => (Array.isArray(value) ? 'span' : 'bdi');

/** Whether a field has no value: an empty text and an empty list are none. */
export function isNothing(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

interface Words {
  t: Translate;
  intl: IntlShape;
  names: ActivityNames;
}

/** Formats a value, which is neither null nor empty. */
type InWords = (value: unknown, words: Words) => string;

const asItIs: InWords = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Each field of a task that people set (R23): one without a rule fails the type check. */
const TASK_VALUES: Record<CreatorField, InWords> = {
  title: asItIs,
  description: asItIs,
  state: (value, { names }) => names.columnName(value as TaskState),
  priority: (value, { t }) => t(`priority_${value}` as CatalogueKey),
  visibility: (value, { t }) => t(`task_visibility_${value}` as CatalogueKey),
  dueDate: (value, { intl }) => formatDay(intl, String(value), { dateStyle: 'medium' }),
  timeSpent: (value, { intl }) => spentTime(intl, Number(value)),
  timeEstimate: (value, { t }) => {
    const estimate = timeEstimates.find(({ id }) => id === (value as { id?: number }).id);
    return t(estimate?.name ?? 'activity_no_value');
  },
  assignees: (value, { t, intl, names }) => {
    const people = (value as string[]).map(names.personName);
    return people.length > 0 ? listOf(intl, people) : t('task_nobody');
  },
  labels: (value, { t, intl, names }) => {
    const labels = (value as string[]).map((id) => names.labelName(id) ?? t('activity_label_gone'));
    return labels.length > 0 ? listOf(intl, labels) : t('activity_no_value');
  },
  checklist: (value, { t, intl }) => {
    const items = (value as ChecklistItem[]).map(({ text, isDone }) => `${isDone ? '☑' : '☐'} ${text}`);
    return items.length > 0 ? listOf(intl, items) : t('activity_no_value');
  },
};
/** Also those of members, columns and projects. */
const VALUES: Record<string, InWords> = {
  ...TASK_VALUES,
  roleId: (value, { t }) => t(`project_role_${value}` as CatalogueKey),
  projectId: (value, { t, names }) => names.projectName(String(value)) ?? t('activity_other_project'),
  isHidden: (value, { t }) => (value ? '✓' : t('activity_no_value')),
  wipLimit: (value, { intl }) => intl.formatNumber((value as WipLimit).max),
};

/** Tells the value of a field in words. */
function useValueText(names: ActivityNames): (field: string, value: unknown) => string {
  const t = useT();
  const intl = useIntl();
  return (field, value) => {
    if (value === null || value === undefined || value === '') return t('activity_no_value');
    return (VALUES[field] ?? asItIs)(value, { t, intl, names });
  };
}
