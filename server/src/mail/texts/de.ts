import type { MailTexts } from './en-GB';

/** German. */
export const de: MailTexts = {
  reset_subject: 'Neues Passwort wählen',
  reset_text:
    'Jemand, hoffentlich Sie selbst, hat ein neues Passwort für Ihr Livelane-Konto {email} angefordert. Der Link gilt eine Stunde und nur einmal.',
  reset_button: 'Neues Passwort wählen',
  ignore: 'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Es ändert sich nichts.',
  changed_subject: 'Ihr Passwort wurde geändert',
  changed_text:
    'Das Passwort Ihres Livelane-Kontos {email} wurde soeben geändert. Sie wurden überall abgemeldet.',
  changed_not_you:
    'Wenn Sie es nicht waren, fordern Sie sofort ein neues Passwort an und informieren Sie Ihre Administration.',
  confirm_subject: 'Neue E-Mail-Adresse bestätigen',
  confirm_text:
    'Sie möchten {email} für Ihr Livelane-Konto verwenden. Bestätigen Sie innerhalb von 24 Stunden, dass diese Adresse Ihnen gehört.',
  confirm_button: 'Adresse bestätigen',
  moved_subject: 'Ihre E-Mail-Adresse wurde geändert',
  moved_text: 'Ihr Livelane-Konto verwendet jetzt {email} statt dieser Adresse.',
  moved_not_you: 'Wenn Sie es nicht waren, informieren Sie sofort Ihre Administration.',
  invitation_subject: '{name} lädt Sie zu „{workspace}“ ein',
  invitation_text: '{name} lädt Sie auf Livelane zu „{workspace}“ ein.',
  invitation_text_project: '{name} lädt Sie auf Livelane zum Projekt „{project}“ in „{workspace}“ ein.',
  invitation_button: 'Einladung ansehen',
  invitation_until: 'Die Einladung gilt bis {date}.',
  test_subject: 'Livelane kann E-Mails senden',
  test_text:
    'Das ist die E-Mail, die „npm run doctor -- --mail“ sendet. Sie ist angekommen, also kommen auch die anderen an.',
  mentioned: '{actor} hat Sie in „{title}“ erwähnt.',
  assigned: '{actor} hat Ihnen „{title}“ zugewiesen.',
  comment: '{actor} hat „{title}“ kommentiert.',
  completed: '{actor} hat „{title}“ erledigt.',
  deleted: '{actor} hat „{title}“ gelöscht.',
  due_tomorrow: '„{title}“ ist morgen fällig.',
  due_today: '„{title}“ ist heute fällig.',
  overdue: '„{title}“ ist überfällig.',
  added: '{actor} hat Sie zu „{name}“ hinzugefügt.',
  removed: '{actor} hat Sie aus „{name}“ entfernt.',
  role_changed: '{actor} hat Ihre Rolle in „{name}“ geändert.',
  role_changed_to: '{actor} hat Ihre Rolle in „{name}“ geändert: {role}.',
  role_owner: 'Eigentümer',
  role_maintainer: 'Verwalter',
  role_member: 'Mitglied',
  role_viewer: 'Betrachter',
  task_subject: '{name}: {title}',
  open_task: 'Aufgabe öffnen',
  open_livelane: 'Livelane öffnen',
  digest_subject: 'Ihre Livelane-Übersicht',
  because: 'Livelane sendet Ihnen dies aufgrund Ihrer Einstellungen',
  unsubscribe: 'Alle diese E-Mails abbestellen',
  somebody: 'Jemand',
};
