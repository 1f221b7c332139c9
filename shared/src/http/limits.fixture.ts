import { COMMENT_TEXT_MAX, COMMENTS_MAX, MENTIONS_MAX } from '../comments/comment.limits';
import { INVITATION_MAX_USES } from '../invitations/invitation.schema';
import type { ErrorCode } from './error.codes';
import {
  ASSIGNEES_MAX,
  BULK_MAX,
  CHECKLIST_MAX,
  DESCRIPTION_MAX,
  EMAIL_MAX,
  ITEM_TEXT_MAX,
  LABELS_MAX,
  NAME_MAX,
  PAGE_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  POLICY_MAX,
  PROJECT_TASKS_MAX,
  SHORT_NAME_MAX,
  TASK_DESCRIPTION_MAX,
  TITLE_MAX,
  VIEWS_MAX,
  WIP_LIMIT_MAX,
  WORKSPACE_LABELS_MAX,
  WORKSPACE_PROJECTS_MAX,
} from './limits';
import type { MessageKey } from './messages';

/** The limit that a text of validation names. */
export const limitsInMessages: Partial<Record<MessageKey, number>> = {
  input_min_password: PASSWORD_MIN,
  input_max_password: PASSWORD_MAX,
  input_max_name: NAME_MAX,
  input_max_email: EMAIL_MAX,
  input_max_description: DESCRIPTION_MAX,
  input_max_task_title: TITLE_MAX,
  input_max_task_description: TASK_DESCRIPTION_MAX,
  input_max_assignees: ASSIGNEES_MAX,
  input_invalid_uses: INVITATION_MAX_USES,
  input_invalid_limit: PAGE_MAX,
  input_max_comment: COMMENT_TEXT_MAX,
  input_max_mentions: MENTIONS_MAX,
  input_max_labels: LABELS_MAX,
  input_max_workspace_labels: WORKSPACE_LABELS_MAX,
  input_max_views: VIEWS_MAX,
  input_max_short_name: SHORT_NAME_MAX,
  input_max_checklist_items: CHECKLIST_MAX,
  input_max_item_text: ITEM_TEXT_MAX,
  input_max_policy: POLICY_MAX,
  input_invalid_wip_limit: WIP_LIMIT_MAX,
  input_invalid_bulk: BULK_MAX,
};

/** The limit that a refusal names. */
export const limitsInRefusals: Partial<Record<ErrorCode, number>> = {
  too_many_comments: COMMENTS_MAX,
  project_full: PROJECT_TASKS_MAX,
  workspace_full: WORKSPACE_PROJECTS_MAX,
};

/** The numbers above 1 in a text, as limits are: "2,000", "2.000" and "2 000" are 2000. */
export function numbersIn(text: string): number[] {
  const numbers = text.match(/\d+(?:[.,\s]\d{3})*/g) ?? [];
  return numbers.map((number) => Number(number.replace(/\D/g, ''))).filter((number) => number > 1);
}
