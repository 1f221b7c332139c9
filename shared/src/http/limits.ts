/** Limits of values (SPEC.md#values). */
export const TITLE_MAX = 255;
export const TASK_DESCRIPTION_MAX = 20_000;
export const NAME_MAX = 100;
export const DESCRIPTION_MAX = 2_000;
export const EMAIL_MAX = 254;
export const ASSIGNEES_MAX = 50;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
/** Far longer than the secret of any link. */
export const SECRET_MAX = 200;
export const JSON_BODY_MAX_BYTES = 100_000;
/** How long a deleted task can be restored, and by a member who deleted it themselves, in milliseconds (SPEC.md#rest). */
export const TASK_RESTORE_MS = 30 * 24 * 60 * 60 * 1_000;
export const OWN_TASK_RESTORE_MS = 60 * 60 * 1_000;
