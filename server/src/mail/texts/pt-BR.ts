import type { MailTexts } from './en-GB';

/** Brazilian Portuguese. */
export const ptBR: MailTexts = {
  reset_subject: 'Escolha uma nova senha',
  reset_text:
    'Alguém, esperamos que você, pediu uma nova senha para a sua conta do Livelane {email}. O link vale por uma hora e uma única vez.',
  reset_button: 'Escolher uma nova senha',
  ignore: 'Se não foi você, ignore esta mensagem. Nada muda.',
  changed_subject: 'Sua senha foi alterada',
  changed_text:
    'A senha da sua conta do Livelane {email} acaba de ser alterada, e todas as suas sessões foram encerradas.',
  changed_not_you: 'Se não foi você, peça já uma nova senha e avise seu administrador.',
  confirm_subject: 'Confirme seu novo e-mail',
  confirm_text:
    'Você quer usar {email} na sua conta do Livelane. Confirme em até 24 horas que este endereço é seu.',
  confirm_button: 'Confirmar o endereço',
  moved_subject: 'Seu e-mail foi alterado',
  moved_text: 'Sua conta do Livelane agora usa {email} no lugar deste endereço.',
  moved_not_you: 'Se não foi você, avise seu administrador imediatamente.',
  invitation_subject: '{name} convida você para “{workspace}”',
  invitation_text: '{name} convida você para “{workspace}” no Livelane.',
  invitation_text_project: '{name} convida você para o projeto “{project}” em “{workspace}” no Livelane.',
  invitation_button: 'Ver o convite',
  invitation_until: 'O convite vale até {date}.',
  test_subject: 'O Livelane pode enviar e-mails',
  test_text:
    'Este é o e-mail que “npm run doctor -- --mail” envia. Ele chegou, então os outros também chegarão.',
  mentioned: '{actor} mencionou você em “{title}”.',
  assigned: '{actor} atribuiu “{title}” a você.',
  comment: '{actor} comentou em “{title}”.',
  completed: '{actor} concluiu “{title}”.',
  deleted: '{actor} excluiu “{title}”.',
  due_tomorrow: '“{title}” vence amanhã.',
  due_today: '“{title}” vence hoje.',
  overdue: '“{title}” está atrasada.',
  added: '{actor} adicionou você a “{name}”.',
  removed: '{actor} removeu você de “{name}”.',
  role_changed: '{actor} alterou sua função em “{name}”.',
  task_subject: '{name}: {title}',
  open_task: 'Abrir a tarefa',
  open_livelane: 'Abrir o Livelane',
  digest_subject: 'Seu resumo do Livelane',
  because: 'Você recebe este e-mail por causa das suas configurações de notificação',
  unsubscribe: 'Parar todos estes e-mails',
  somebody: 'Alguém',
};
