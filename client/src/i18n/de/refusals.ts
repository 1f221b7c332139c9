import type { Refusals } from '../catalogue';

export const refusals: Refusals = {
  refused_invalid_input: 'Ungültige Eingabe',
  refused_invalid_json: 'Die Anfrage ist kein gültiges JSON',
  refused_not_workspace_member: 'Nur Mitglieder des Arbeitsbereichs können seinen Projekten beitreten',
  refused_assignee_not_member: 'Aufgaben können nur Mitgliedern des Projekts zugewiesen werden',
  refused_role_not_in_scope: 'Diese Rolle kann hier nicht vergeben werden',
  refused_unauthenticated: 'Bitte melden Sie sich an',
  refused_invalid_credentials: 'E-Mail oder Passwort ist falsch',
  refused_invalid_refresh_token: 'Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich erneut an',
  refused_forbidden: 'Ihre Rolle erlaubt das nicht',
  refused_foreign_origin:
    'Livelane ist für diese Adresse nicht eingerichtet. Öffnen Sie es unter seiner eigenen, oder bitten Sie die Person, die es betreibt, PUBLIC_URL auf diese zu setzen',
  refused_registration_closed: 'Konten gibt es hier nur auf Einladung',
  refused_not_found: 'Nicht gefunden',
  refused_invalid_link:
    'Dieser Link ist nicht gültig. Er wurde benutzt, zurückgezogen oder ersetzt, oder er ist zu alt',
  refused_email_taken: 'Mit dieser E-Mail-Adresse gibt es schon ein Konto',
  refused_already_member: 'Dieser Benutzer ist schon Mitglied',
  refused_last_owner: 'Der letzte Eigentümer kann weder austreten noch eine niedrigere Rolle erhalten',
  refused_id_taken: 'Diese ID ist vergeben',
  refused_edit_conflict: 'Jemand anderes hat den Text geändert, seit Sie ihn gelesen haben',
  refused_stale_move: 'Jemand anderes hat diese Aufgabe inzwischen verschoben',
  refused_destination_gone:
    'Dieses Projekt gibt es nicht mehr. Die Aufgabe steht wieder an ihrem alten Platz',
  refused_task_deleted: 'Diese Aufgabe wurde gelöscht',
  refused_restore_expired:
    'Diese Aufgabe wurde vor zu langer Zeit gelöscht und lässt sich nicht mehr wiederherstellen',
  refused_body_too_large: 'Die Anfrage ist zu groß',
  refused_unsupported_media_type: 'Anfragen müssen JSON sein',
  refused_idempotency_key_reused: 'Dieser Idempotenzschlüssel wurde schon für eine andere Anfrage verwendet',
  refused_too_many_requests: 'Zu viele Versuche. Bitte warten Sie einen Moment',
  refused_too_many_registrations:
    'Aus Ihrem Netzwerk wurden in der letzten Stunde zu viele Konten registriert. Bitte versuchen Sie es später erneut',
  refused_internal: 'Ein unerwarteter Fehler ist aufgetreten.',
  refused_busy: 'Der Server ist ausgelastet. Bitte versuchen Sie es erneut',
  refused_unavailable: 'Der Server ist gerade nicht verfügbar. Bitte versuchen Sie es erneut',
  refused_storage_full:
    'Der Server hat keinen Speicherplatz mehr, daher kann nichts gespeichert werden. Bitte versuchen Sie es später erneut',
  refused_client_outdated:
    'Diese Seite stammt aus einer älteren Version von Livelane. Bitte laden Sie sie neu',
  refused_too_many_comments: 'Diese Aufgabe hat bereits das Maximum von 2.000 Kommentaren',
  refused_comment_deleted: 'Dieser Kommentar wurde gelöscht',
  refused_history_folded: 'Dieser Teil des Verlaufs wird nicht mehr aufbewahrt',
  refused_label_not_in_workspace: 'Labels müssen aus dem Arbeitsbereich des Projekts sein',
  refused_label_exists: 'Im Arbeitsbereich gibt es schon ein Label mit diesem Namen',
  refused_project_full: 'Dieses Projekt hat bereits das Maximum von 20.000 Aufgaben',
  refused_workspace_full: 'Dieser Arbeitsbereich hat bereits das Maximum von 1.000 Projekten',
  refused_wip_limit: 'Diese Spalte ist voll',
  refused_item_deleted: 'Dieser Punkt steht nicht mehr auf der Checkliste',
  refused_full_stop: '. ',
};
