import type { Texts } from '../catalogue';
import type { inviting as english } from '../en-GB/inviting';

export const inviting: Texts<typeof english> = {
  invite: 'Per Link einladen',
  invite_title: 'Personen einladen',
  invite_text:
    'Wer den Link öffnet, sieht, wer wozu einlädt, und kann mit einem vorhandenen oder neuen Konto beitreten.',
  invite_email: 'E-Mail (optional)',
  invite_email_hint: 'Nur das Konto mit dieser Adresse kann den Link benutzen, einmal.',
  invite_uses: 'Für wie viele Personen',
  invite_create: 'Link erstellen',
  invite_link: 'Link',
  invite_copy: 'Link kopieren',
  invite_copied: 'Link kopiert',
  invite_secret: 'Der Link wird nur jetzt gezeigt. Er gilt bis {date}.',
  invite_qr: 'QR-Code des Links',
  invite_done: 'Fertig',
  invitations_open: 'Offene Einladungen',
  invitations_for: 'Für {email}',
  invitations_link: 'Link für {count, plural, one {# Person} other {# Personen}}',
  invitations_used: '{uses} von {maxUses} benutzt',
  invitations_until: 'gültig bis {date}',
  invitations_revoke: 'Zurückziehen',
  invitations_revoke_of: 'Zurückziehen: {name}',
  invitations_revoked: 'Einladung zurückgezogen',
  invite_mailed: 'Eine E-Mail mit dem Link ist unterwegs an {email}.',
};
