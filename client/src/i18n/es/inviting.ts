import type { Texts } from '../catalogue';
import type { inviting as english } from '../en-GB/inviting';

export const inviting: Texts<typeof english> = {
  invite: 'Invitar con un enlace',
  invite_title: 'Invitar a personas',
  invite_text:
    'Quien abra el enlace verá quién le invita y a qué, y podrá unirse con una cuenta existente o nueva.',
  invite_email: 'Correo (opcional)',
  invite_email_hint: 'Solo la cuenta con esta dirección puede usar el enlace, una vez.',
  invite_uses: 'Para cuántas personas',
  invite_create: 'Crear el enlace',
  invite_link: 'Enlace',
  invite_copy: 'Copiar el enlace',
  invite_copied: 'Enlace copiado',
  invite_secret: 'El enlace solo se muestra ahora. Es válido hasta el {date}.',
  invite_qr: 'Código QR del enlace',
  invite_done: 'Listo',
  invitations_open: 'Invitaciones abiertas',
  invitations_for: 'Para {email}',
  invitations_link: 'Enlace para {count, plural, one {# persona} many {# personas} other {# personas}}',
  invitations_used: 'usos: {uses} de {maxUses}',
  invitations_until: 'válida hasta el {date}',
  invitations_revoke: 'Retirar',
  invitations_revoke_of: 'Retirar: {name}',
  invitations_revoked: 'Invitación retirada',
  invite_mailed: 'Un correo con el enlace está en camino a {email}.',
};
