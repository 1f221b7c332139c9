/** Limits of values (SPEC.md#values). */
export const TITLE_MAX = 255;
export const TASK_DESCRIPTION_MAX = 20_000;
export const NAME_MAX = 100;
export const DESCRIPTION_MAX = 2_000;
export const EMAIL_MAX = 254;
export const ASSIGNEES_MAX = 50;
/** Labels of one task, and of one workspace. */
export const LABELS_MAX = 20;
export const WORKSPACE_LABELS_MAX = 100;
export const CHECKLIST_MAX = 100;
export const ITEM_TEXT_MAX = 500;
/** Views of one board: someone's own, and shared ones. */
export const VIEWS_MAX = 50;
/** Names of labels, columns and views. */
export const SHORT_NAME_MAX = 50;
export const POLICY_MAX = 2_000;
/** Cards that one call changes. */
export const BULK_MAX = 200;
export const WIP_LIMIT_MAX = 10_000;
/** Items on one page of activity, comments or notifications. */
export const PAGE_MAX = 100;
/** Cards on one board, and projects of one workspace (R32). */
export const PROJECT_TASKS_MAX = 20_000;
export const WORKSPACE_PROJECTS_MAX = 1_000;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
export const JSON_BODY_MAX_BYTES = 100_000;
/** How long a deleted task or comment can be restored, and a task by a member who deleted it themselves (SPEC.md#rest). */
export const RESTORE_MS = 30 * 24 * 60 * 60 * 1_000;
export const OWN_TASK_RESTORE_MS = 60 * 60 * 1_000;
