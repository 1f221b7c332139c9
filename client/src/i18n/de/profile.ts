import type { Texts } from '../catalogue';
import type { profile as original } from '../en-GB/profile';

export const profile: Texts<typeof original> = {
  profile_title: 'Profil',
  profile_details: 'Ihre Angaben',
  profile_password: 'Passwort ändern',
  profile_password_submit: 'Passwort ändern',
  profile_password_warning: 'Nach der Passwortänderung werden Sie abgemeldet.',
  user_updated: 'Benutzer aktualisiert',
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
};
