import type { Texts } from '../catalogue';
import type { inviting as english } from '../en-GB/inviting';

export const inviting: Texts<typeof english> = {
  invite: 'Inviter par lien',
  invite_title: 'Inviter des personnes',
  invite_text:
    'Qui ouvre le lien voit qui l’invite et à quoi, et peut rejoindre l’équipe avec un compte existant ou nouveau.',
  invite_email: 'E-mail (facultatif)',
  invite_email_hint: 'Seul le compte avec cette adresse peut utiliser le lien, une fois.',
  invite_uses: 'Pour combien de personnes',
  invite_create: 'Créer le lien',
  invite_link: 'Lien',
  invite_copy: 'Copier le lien',
  invite_copied: 'Lien copié',
  invite_secret: 'Le lien n’est montré que maintenant. Il est valable jusqu’au {date}.',
  invite_qr: 'Code QR du lien',
  invite_done: 'Terminé',
  invitations_open: 'Invitations ouvertes',
  invitations_for: 'Pour {email}',
  invitations_link: 'Lien pour {count, plural, one {# personne} many {# personnes} other {# personnes}}',
  invitations_used: 'utilisations : {uses} sur {maxUses}',
  invitations_until: 'valable jusqu’au {date}',
  invitations_revoke: 'Retirer',
  invitations_revoke_of: 'Retirer : {name}',
  invitations_revoked: 'Invitation retirée',
  invite_mailed: 'Un e-mail avec le lien est en route vers {email}.',
};
