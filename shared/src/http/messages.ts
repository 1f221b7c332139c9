/** Texts for the pages before the sign-in. */
export const accountMessages = {
  input_required_email: 'Email is required',
  input_invalid_email: 'Email is invalid',
  input_required_password: 'Password is required',
  input_min_password: 'Password must be at least 6 characters long',
  input_max_password: 'Password must be at most 128 characters long',
  input_required_password_confirm: 'Password confirmation is required',
  input_passwords_match: 'Passwords must match',
  input_required_first_name: 'First name is required',
  input_required_surname: 'Surname is required',
  input_max_name: 'Name must be at most 100 characters long',
  input_max_email: 'Email must be at most 254 characters long',
  invalid_value: 'Invalid value',
  invalid_characters: 'The text holds a character that is not allowed',
} as const;

/** Texts for the signed-in part only. */
export const entityMessages = {
  input_required_name: 'Name is required',
  input_required_description: 'Description is required',
  input_required_task_title: 'Task title is required',
  input_required_task_description: 'Task description is required',
  input_required_kanban_state: 'Kanban state is required',
  input_required_task_priority: 'Task priority is required',
  input_required_time_estimate: 'Time estimate is required',
  input_required_user_id: 'User ID is required',
  input_required_role: 'Role is required',
  input_required_project_id: 'Project ID is required',
  input_required_workspace_id: 'Workspace ID is required',
  input_required_task_id: 'Task ID is required',
  input_required_old_password: 'Old password is required',
  input_wrong_old_password: 'Old password is wrong',
  input_wrong_password: 'Password is wrong',
  input_wrong_email: 'This is not the email of this account',
  input_required_new_password: 'New password is required',
  input_required_new_password_confirm: 'New password confirmation is required',
  input_max_description: 'Description must be at most 2,000 characters long',
  input_max_task_title: 'Task title must be at most 255 characters long',
  input_max_task_description: 'Task description must be at most 20,000 characters long',
  input_max_assignees: 'A task can have at most 50 assignees',
  input_invalid_due_date: 'Due date is not a calendar date',
  input_invalid_time_spent: 'Time spent must be a whole number of minutes',
  input_invalid_position: 'Position must be a whole number from 0',
  input_invalid_version: 'Version must be a whole number from 0',
  input_invalid_uses: 'A link is for 1 to 50 people',
  input_project_with_role: 'A project and a role in it must be given together',
  input_invalid_limit: 'Limit must be a whole number from 1 to 100',
  input_invalid_time: 'Time must be a UTC date and time in ISO 8601',
  input_version_or_time: 'Give either a version or a time',
  input_required_comment: 'Comment text is required',
  input_max_comment: 'A comment must be at most 10,000 characters long',
  input_max_mentions: 'A comment can mention at most 50 people',
  input_required_label_id: 'Label ID is required',
  input_max_labels: 'A task can have at most 20 labels',
  input_max_workspace_labels: 'A workspace can have at most 100 labels',
  input_max_views: 'A board can have at most 50 views of your own and 50 for the whole project',
  input_max_short_name: 'Name must be at most 50 characters long',
  input_max_checklist_items: 'A checklist can have at most 100 items',
  input_required_item_text: 'Item text is required',
  input_max_item_text: 'An item must be at most 500 characters long',
  input_same_item_twice: 'An item is named twice',
  input_max_policy: 'A policy must be at most 2,000 characters long',
  input_invalid_wip_limit: 'A limit must be a whole number from 1 to 10,000',
  input_hard_limit_column: 'This column cannot have a hard limit',
  input_invalid_bulk: 'Give 1 to 200 changes, each card once',
  invalid_id: 'Invalid ID',
} as const;

/**
 * Texts of validation and server errors in en-GB (specification sections 5 and 8).
 * Schemas name the key; the server answers with the text, the client translates the key.
 */
export const messages = { ...accountMessages, ...entityMessages } as const;

export type MessageKey = keyof typeof messages;

/** The en-GB text of a message key; other texts (of a library) become the general one. */
export function messageText(key: string): string {
  return Object.hasOwn(messages, key) ? messages[key as MessageKey] : messages.invalid_value;
}
