import type { Texts } from '../catalogue';
import type { inviting as english } from '../en-GB/inviting';

export const inviting: Texts<typeof english> = {
  invite: 'Convidar por link',
  invite_title: 'Convidar pessoas',
  invite_text:
    'Quem abrir o link verá quem convida e para quê, e poderá participar com uma conta existente ou nova.',
  invite_email: 'E-mail (opcional)',
  invite_email_hint: 'Só a conta com este endereço pode usar o link, uma vez.',
  invite_uses: 'Para quantas pessoas',
  invite_create: 'Criar o link',
  invite_link: 'Link',
  invite_copy: 'Copiar o link',
  invite_copied: 'Link copiado',
  invite_secret: 'O link é mostrado somente agora. Ele vale até {date}.',
  invite_qr: 'Código QR do link',
  invite_done: 'Concluir',
  invitations_open: 'Convites abertos',
  invitations_for: 'Para {email}',
  invitations_link: 'Link para {count, plural, one {# pessoa} many {# pessoas} other {# pessoas}}',
  invitations_used: 'usos: {uses} de {maxUses}',
  invitations_until: 'válido até {date}',
  invitations_revoke: 'Retirar',
  invitations_revoke_of: 'Retirar: {name}',
  invitations_revoked: 'Convite retirado',
  invite_mailed: 'Um e-mail com o link está a caminho de {email}.',
};
