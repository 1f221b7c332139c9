import type { Texts } from '../catalogue';
import type { joining as english } from '../en-GB/joining';

export const joining: Texts<typeof english> = {
  invitation_title: 'Você recebeu um convite',
  invitation_text: '{name} convida você para “{workspace}” no Livelane.',
  invitation_text_project: '{name} convida você para “{project}” em “{workspace}” no Livelane.',
  invitation_roles: 'Você entrará como {role}.',
  invitation_roles_project: 'Você entrará como {role}, e no projeto como {projectRole}.',
  invitation_accept: 'Aceitar o convite',
  invitation_accepting: 'Entrando',
  invitation_as: 'Você entrou como {email}.',
  invitation_other: 'Este convite é para {email}. Entre com essa conta para aceitá-lo.',
  invitation_register: 'Criar uma conta para participar',
  invitation_login: 'Já tenho uma conta: entrar',
  invitation_registered: 'Sua conta está pronta e você já participa. Faça login.',
  invitation_until: 'Válido até {date}',
  link_invalid: 'Este link não é válido',
  link_invalid_text: 'Ele pode ter sido usado, retirado ou substituído, ou é antigo demais. Peça um novo.',
  reset_title: 'Escolher uma nova senha',
  reset_text: 'Você sairá de todos os lugares.',
  reset_submit: 'Salvar a senha',
  reset_submitting: 'Salvando',
  reset_done: 'Sua senha foi alterada. Faça login.',
  forgot_title: 'Esqueceu sua senha?',
  forgot_text: 'Digite o e-mail da sua conta. Enviaremos um link para escolher uma nova senha.',
  forgot_no_mail:
    'Este servidor não envia e-mails. Peça ao administrador um link para escolher uma nova senha.',
  forgot_submit: 'Enviar o link',
  forgot_submitting: 'Enviando',
  forgot_done:
    'Se houver uma conta com este endereço, um e-mail com um link está a caminho. Ele vale por uma hora.',
  confirm_title: 'Confirme seu e-mail',
  confirm_text: 'Depois disso, você entra com o novo endereço.',
  confirm_submit: 'Confirmar o endereço',
  confirm_submitting: 'Confirmando',
  confirm_done: 'Seu novo endereço está confirmado.',
};
