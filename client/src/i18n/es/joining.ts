import type { Texts } from '../catalogue';
import type { joining as english } from '../en-GB/joining';

export const joining: Texts<typeof english> = {
  invitation_title: 'Tiene una invitación',
  invitation_text: '{name} le invita a «{workspace}» en Livelane.',
  invitation_text_project: '{name} le invita a «{project}» en «{workspace}» en Livelane.',
  invitation_roles: 'Entrará como {role}.',
  invitation_roles_project: 'Entrará como {role}, y en el proyecto como {projectRole}.',
  invitation_accept: 'Aceptar la invitación',
  invitation_accepting: 'Uniéndose',
  invitation_as: 'Ha iniciado sesión como {email}.',
  invitation_other: 'Esta invitación es para {email}. Inicie sesión con esa cuenta para aceptarla.',
  invitation_register: 'Crear una cuenta para unirse',
  invitation_login: 'Tengo una cuenta: iniciar sesión',
  invitation_registered: 'Su cuenta está lista y ya se ha unido. Inicie sesión.',
  invitation_until: 'Válida hasta el {date}',
  link_invalid: 'Este enlace no es válido',
  link_invalid_text: 'Puede haberse usado, retirado o sustituido, o es demasiado antiguo. Pida uno nuevo.',
  reset_title: 'Elegir una contraseña nueva',
  reset_text: 'Se cerrará la sesión en todas partes.',
  reset_submit: 'Guardar la contraseña',
  reset_submitting: 'Guardando',
  reset_done: 'Su contraseña ha cambiado. Inicie sesión.',
  forgot_title: '¿Ha olvidado su contraseña?',
  forgot_text:
    'Escriba la dirección de correo de su cuenta. Le enviaremos un enlace para elegir una contraseña nueva.',
  forgot_no_mail:
    'Este servidor no envía correo. Pida a su administrador un enlace para elegir una contraseña nueva.',
  forgot_submit: 'Enviar el enlace',
  forgot_submitting: 'Enviando',
  forgot_done: 'Si hay una cuenta con esta dirección, un correo con un enlace está en camino. Vale una hora.',
  confirm_title: 'Confirme su dirección de correo',
  confirm_text: 'A partir de entonces iniciará sesión con la dirección nueva.',
  confirm_submit: 'Confirmar la dirección',
  confirm_submitting: 'Confirmando',
  confirm_done: 'Su nueva dirección está confirmada.',
};
