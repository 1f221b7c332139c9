/** Texts of mails and web push. `{name}` and the like are filled in. */
export const enGB = {
  reset_subject: 'Choose a new password',
  reset_text:
    'Someone, hopefully you, has asked for a new password for your Livelane account {email}. The link works once, within an hour.',
  reset_button: 'Choose a new password',
  ignore: 'If this wasn’t you, ignore this email. Nothing will change.',
  changed_subject: 'Your password was changed',
  changed_text:
    'The password of your Livelane account {email} has just been changed, and you have been logged out everywhere.',
  changed_not_you: 'If this wasn’t you, ask for a new password at once and tell your administrator.',
  confirm_subject: 'Confirm your new email address',
  confirm_text:
    'You want to use {email} for your Livelane account. Confirm within 24 hours that this address is yours.',
  confirm_button: 'Confirm the address',
  moved_subject: 'Your email address was changed',
  moved_text: 'Your Livelane account now uses {email} in place of this address.',
  moved_not_you: 'If this wasn’t you, tell your administrator at once.',
  invitation_subject: '{name} invites you to “{workspace}”',
  invitation_text: '{name} invites you to “{workspace}” on Livelane.',
  invitation_text_project: '{name} invites you to the project “{project}” in “{workspace}” on Livelane.',
  invitation_button: 'See the invitation',
  invitation_until: 'The invitation is valid until {date}.',
  test_subject: 'Livelane can send email',
  test_text:
    'This is the email that “npm run doctor -- --mail” sends. It arrived, so people will get theirs.',
  mentioned: '{actor} mentioned you in “{title}”.',
  assigned: '{actor} assigned “{title}” to you.',
  comment: '{actor} commented on “{title}”.',
  completed: '{actor} completed “{title}”.',
  deleted: '{actor} deleted “{title}”.',
  due_tomorrow: '“{title}” is due tomorrow.',
  due_today: '“{title}” is due today.',
  overdue: '“{title}” is overdue.',
  added: '{actor} added you to “{name}”.',
  removed: '{actor} removed you from “{name}”.',
  role_changed: '{actor} changed your role in “{name}”.',
  task_subject: '{name}: {title}',
  open_task: 'Open the task',
  open_livelane: 'Open Livelane',
  digest_subject: 'Your Livelane digest',
  because: 'You get this because of your notification settings',
  unsubscribe: 'Stop all of these emails',
  somebody: 'Someone',
} as const;

export type MailTexts = Record<keyof typeof enGB, string>;
