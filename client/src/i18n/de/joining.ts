import type { Texts } from '../catalogue';
import type { joining as english } from '../en-GB/joining';

export const joining: Texts<typeof english> = {
  invitation_title: 'Sie sind eingeladen',
  invitation_text: '{name} lädt Sie zu „{workspace}“ auf Livelane ein.',
  invitation_text_project: '{name} lädt Sie zu „{project}“ in „{workspace}“ auf Livelane ein.',
  invitation_roles: 'Sie treten als {role} bei.',
  invitation_roles_project: 'Sie treten dem Arbeitsbereich als {role} und dem Projekt als {projectRole} bei.',
  invitation_accept: 'Einladung annehmen',
  invitation_accepting: 'Beitritt läuft',
  invitation_as: 'Sie sind als {email} angemeldet.',
  invitation_other:
    'Diese Einladung ist für {email}. Melden Sie sich mit diesem Konto an, um sie anzunehmen.',
  invitation_switch: 'Anderes Konto verwenden',
  invitation_register: 'Konto erstellen und beitreten',
  invitation_login: 'Ich habe ein Konto: anmelden und beitreten',
  invitation_registered: 'Ihr Konto ist bereit und Sie sind beigetreten. Bitte melden Sie sich an.',
  invitation_until: 'Gültig bis {date}.',
  link_invalid: 'Dieser Link ist nicht gültig',
  link_invalid_text:
    'Er wurde vielleicht benutzt, zurückgezogen oder ersetzt, oder er ist zu alt. Bitten Sie um einen neuen.',
  reset_title: 'Neues Passwort wählen',
  reset_text: 'Sie werden überall abgemeldet.',
  reset_submit: 'Passwort speichern',
  reset_submitting: 'Wird gespeichert',
  reset_done: 'Ihr Passwort ist geändert. Bitte melden Sie sich an.',
  forgot_title: 'Passwort vergessen?',
  forgot_text:
    'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
  forgot_no_mail:
    'Dieser Server sendet keine E-Mails. Bitten Sie Ihre Administration um einen Link für ein neues Passwort.',
  forgot_submit: 'Link senden',
  forgot_submitting: 'Wird gesendet',
  forgot_done:
    'Wenn es ein Konto mit {email} gibt, ist eine E-Mail mit einem Link unterwegs. Er gilt eine Stunde.',
  forgot_again: 'Andere Adresse versuchen',
  confirm_title: 'E-Mail-Adresse bestätigen',
  confirm_text: 'Danach melden Sie sich mit der neuen Adresse an.',
  confirm_submit: 'Adresse bestätigen',
  confirm_submitting: 'Wird bestätigt',
  confirm_done: 'Ihre neue Adresse ist bestätigt.',
  unsubscribe_title: 'E-Mails zu Benachrichtigungen abbestellen',
  unsubscribe_text:
    'In Livelane sehen Sie weiterhin alles. In den Einstellungen können Sie E-Mails wieder einschalten.',
  unsubscribe_submit: 'E-Mails abbestellen',
  unsubscribe_submitting: 'Wird abbestellt',
  unsubscribe_done: 'Sie erhalten diese E-Mails nicht mehr.',
  provider_sign_in: 'Weiter mit {name}',
  provider_failed: 'Die Anmeldung hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  provider_unverified:
    'Der Anbieter hat Ihre E-Mail-Adresse nicht bestätigt. Bitte fragen Sie Ihre Administration.',
  provider_unavailable:
    'Der Anbieter antwortet gerade nicht. Versuchen Sie es später noch einmal oder nehmen Sie Ihr Passwort.',
  provider_closed: 'Konten gibt es hier nur auf Einladung.',
  registration_closed:
    'Konten gibt es hier nur auf Einladung. Öffnen Sie den Link in Ihrer Einladung oder bitten Sie um eine.',
};
