import type { Texts } from '../catalogue';
import type { accounts as original } from '../en-GB/accounts';

export const accounts: Texts<typeof original> = {
  login_title: 'Willkommen bei Livelane',
  login_about_1:
    'Livelane ist ein Kanban-Board für Teams, die gleichzeitig arbeiten. Was eine Person verschiebt, sehen alle – sofort und in derselben Reihenfolge.',
  login_about_2:
    'Die Arbeit liegt in Arbeitsbereichen und Projekten. Jedes Projekt hat ein Board, und Ihr persönliches Board sammelt Ihre Aufgaben aus allen Projekten.',
  login_about_3:
    'Niemandes Arbeit geht verloren oder wird stillschweigend überschrieben: Ändern zwei dasselbe, erfahren es beide, und eine schlechte Verbindung verzögert alles nur.',
  login_about_4:
    'Es ist freie Software. Sie läuft mit einem einzigen Befehl auf Ihrem eigenen Rechner, und Ihre Daten bleiben dort, wo Sie sie ablegen.',
  login_form: 'Anmelden',
  login_submit: 'Anmelden',
  login_submitting: 'Anmeldung läuft',
  login_no_account: 'Noch kein Konto?',
  login_register: 'Konto erstellen',
  register_title: 'Konto erstellen',
  register_intro: 'Ein Konto für alle Ihre Arbeitsbereiche.',
  register_submit: 'Konto erstellen',
  register_submitting: 'Konto wird erstellt',
  register_done: 'Ihr Konto ist bereit. Bitte melden Sie sich an.',
  register_has_account: 'Schon registriert?',
  register_login: 'Anmelden',
  field_first_name: 'Vorname',
  field_surname: 'Nachname',
  field_email: 'E-Mail',
  field_password: 'Passwort',
  field_password_confirm: 'Passwort bestätigen',
  forgot_link: 'Passwort vergessen?',
};
