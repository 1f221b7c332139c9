import type { Texts } from '../catalogue';
import type { profile as original } from '../en-GB/profile';

export const profile: Texts<typeof original> = {
  profile_title: 'Perfil',
  profile_details: 'Seus dados',
  profile_password: 'Alterar senha',
  profile_password_submit: 'Alterar senha',
  profile_password_warning: 'Você sairá da conta depois de alterar a senha.',
  user_updated: 'Usuário atualizado',
  password_updated: 'Senha atualizada',
  error_updating_user: 'Erro ao atualizar o usuário',
  error_updating_password: 'Erro ao atualizar a senha',
  error_all_fields_required: 'Todos os campos são obrigatórios',
  field_old_password: 'Senha atual',
  field_new_password: 'Nova senha',
  field_new_password_confirm: 'Confirmar nova senha',
  profile_email_pending: 'Enviamos um e-mail para {email}. Seu endereço muda quando você abrir o link.',
  profile_email_keep: 'Manter o endereço atual',
};
