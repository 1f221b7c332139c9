import type { MailTexts } from './en-GB';

/** Spanish. */
export const es: MailTexts = {
  reset_subject: 'Elija una contraseña nueva',
  reset_text:
    'Alguien, esperamos que usted, ha pedido una contraseña nueva para su cuenta de Livelane {email}. El enlace vale una hora y una sola vez.',
  reset_button: 'Elegir una contraseña nueva',
  ignore: 'Si no ha sido usted, ignore este mensaje. No cambia nada.',
  changed_subject: 'Su contraseña ha cambiado',
  changed_text:
    'La contraseña de su cuenta de Livelane {email} se acaba de cambiar, y se han cerrado todas sus sesiones.',
  changed_not_you: 'Si no ha sido usted, pida ahora mismo una contraseña nueva y avise a su administrador.',
  confirm_subject: 'Confirme su nueva dirección de correo',
  confirm_text:
    'Quiere usar {email} para su cuenta de Livelane. Confirme en 24 horas que esta dirección es suya.',
  confirm_button: 'Confirmar la dirección',
  moved_subject: 'Su dirección de correo ha cambiado',
  moved_text: 'Su cuenta de Livelane usa ahora {email} en lugar de esta dirección.',
  moved_not_you: 'Si no ha sido usted, avise ahora mismo a su administrador.',
  invitation_subject: '{name} le invita a «{workspace}»',
  invitation_text: '{name} le invita a «{workspace}» en Livelane.',
  invitation_text_project: '{name} le invita al proyecto «{project}» de «{workspace}» en Livelane.',
  invitation_button: 'Ver la invitación',
  invitation_until: 'La invitación es válida hasta el {date}.',
  test_subject: 'Livelane puede enviar correo',
  test_text:
    'Este es el correo que envía «npm run doctor -- --mail». Ha llegado, así que los demás también llegarán.',
  mentioned: '{actor} le ha mencionado en «{title}».',
  assigned: '{actor} le ha asignado «{title}».',
  comment: '{actor} ha comentado «{title}».',
  completed: '{actor} ha completado «{title}».',
  deleted: '{actor} ha eliminado «{title}».',
  due_tomorrow: '«{title}» vence mañana.',
  overdue: '«{title}» está vencida.',
  added: '{actor} le ha añadido a «{name}».',
  removed: '{actor} le ha quitado de «{name}».',
  role_changed: '{actor} ha cambiado su rol en «{name}».',
  open_task: 'Abrir la tarea',
  open_livelane: 'Abrir Livelane',
  digest_subject: 'Su resumen de Livelane',
  because: 'Livelane le envía esto según sus ajustes',
  unsubscribe: 'No recibir más estos correos',
  somebody: 'Alguien',
};
