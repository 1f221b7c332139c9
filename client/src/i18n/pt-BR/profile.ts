import type { Texts } from '../catalogue';
import type { profile as original } from '../en-GB/profile';

export const profile: Texts<typeof original> = {
  profile_title: 'Perfil',
  profile_details: 'Seus dados',
  profile_password: 'Alterar senha',
  profile_password_submit: 'Alterar senha',
  profile_password_warning: 'Você sairá da conta depois de alterar a senha.',
  user_updated: 'Perfil atualizado',
  password_updated: 'Senha atualizada',
  error_updating_user: 'Erro ao atualizar o usuário',
  error_updating_password: 'Erro ao atualizar a senha',
  error_all_fields_required: 'Todos os campos são obrigatórios',
  field_old_password: 'Senha atual',
  field_new_password: 'Nova senha',
  field_new_password_confirm: 'Confirmar nova senha',
  profile_email_pending: 'Enviamos um e-mail para {email}. Seu endereço muda quando você abrir o link.',
  profile_email_keep: 'Manter o endereço atual',
  account_delete_title: 'Excluir conta',
  account_delete_open: 'Excluir conta…',
  account_delete_text:
    'Você sai de todos os espaços de trabalho e projetos. O que você escreveu permanece, como de um ex-usuário. Seu nome, e-mail, configurações e notificações são apagados, e todas as suas sessões são encerradas. Isso não pode ser desfeito.',
  account_delete_tasks:
    '{count, plural, =0 {Nenhuma tarefa está atribuída a você.} one {Uma tarefa deixará de estar atribuída a você.} many {# tarefas deixarão de estar atribuídas a você.} other {# tarefas deixarão de estar atribuídas a você.}}',
  account_delete_owner:
    'Você é o último proprietário destes espaços de trabalho. Antes, torne outra pessoa proprietária ou exclua-os:',
  account_delete_error: 'Não foi possível carregar as consequências da exclusão.',
  account_deleted: 'Sua conta foi excluída',
  sessions_title: 'Suas sessões',
  sessions_here: 'este navegador',
  sessions_unknown: 'Navegador desconhecido',
  sessions_device: '{browser} no {system}',
  sessions_seen: 'Visto pela última vez em {date}',
  sessions_since: 'sessão iniciada em {date}',
  sessions_end: 'Encerrar sessão',
  sessions_end_of: 'Encerrar sessão: {name}',
  sessions_end_others: 'Encerrar as outras sessões',
  sessions_ended: 'Sessão encerrada',
  sessions_error: 'Não foi possível carregar suas sessões.',
};
