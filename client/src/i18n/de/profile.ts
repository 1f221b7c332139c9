import type { Texts } from '../catalogue';
import type { profile as original } from '../en-GB/profile';

export const profile: Texts<typeof original> = {
  profile_title: 'Profil',
  profile_details: 'Ihre Angaben',
  profile_password: 'Passwort ändern',
  profile_password_submit: 'Passwort ändern',
  profile_password_warning: 'Nach der Passwortänderung werden Sie abgemeldet.',
  user_updated: 'Profil aktualisiert',
  password_updated: 'Passwort aktualisiert',
  error_updating_user: 'Fehler beim Aktualisieren des Benutzers',
  error_updating_password: 'Fehler beim Aktualisieren des Passworts',
  error_all_fields_required: 'Alle Felder müssen ausgefüllt sein',
  field_old_password: 'Altes Passwort',
  field_new_password: 'Neues Passwort',
  field_new_password_confirm: 'Neues Passwort bestätigen',
  profile_email_pending:
    'Wir haben eine E-Mail an {email} gesendet. Ihre Adresse ändert sich, sobald Sie den Link darin öffnen.',
  profile_email_keep: 'Jetzige Adresse behalten',
  account_delete_title: 'Konto löschen',
  account_delete_open: 'Konto löschen …',
  account_delete_text:
    'Sie verlassen alle Arbeitsbereiche und Projekte. Was Sie geschrieben haben, bleibt unter „Ehemaliges Mitglied“ stehen. Ihr Name, Ihre E-Mail-Adresse, Einstellungen und Benachrichtigungen werden gelöscht, und Sie werden überall abgemeldet. Das lässt sich nicht rückgängig machen.',
  account_delete_tasks:
    '{count, plural, =0 {Ihnen ist keine Aufgabe zugewiesen.} one {Eine Aufgabe ist Ihnen danach nicht mehr zugewiesen.} other {# Aufgaben sind Ihnen danach nicht mehr zugewiesen.}}',
  account_delete_owner:
    'Sie sind der letzte Eigentümer dieser Arbeitsbereiche. Machen Sie zuerst jemand anderen zum Eigentümer oder löschen Sie sie:',
  account_delete_error: 'Die Folgen des Löschens konnten nicht geladen werden.',
  account_deleted: 'Ihr Konto wurde gelöscht',
  sessions_title: 'Wo Sie angemeldet sind',
  sessions_here: 'dieser Browser',
  sessions_unknown: 'Unbekannter Browser',
  sessions_device: '{browser} unter {system}',
  sessions_seen: 'Zuletzt gesehen am {date}',
  sessions_since: 'angemeldet am {date}',
  sessions_end: 'Dort abmelden',
  sessions_end_of: 'Dort abmelden: {name}',
  sessions_end_others: 'Überall sonst abmelden',
  sessions_ended: 'Dort abgemeldet',
  sessions_error: 'Ihre Anmeldungen konnten nicht geladen werden.',
};
