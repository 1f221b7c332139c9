import type { MailTexts } from './en-GB';

/** Spanish. */
export const es: MailTexts = {
  reset_subject: 'Elige una contraseña nueva',
  reset_text:
    'Alguien, esperamos que tú, ha pedido una contraseña nueva para tu cuenta de Livelane {email}. El enlace vale una hora y una sola vez.',
  reset_button: 'Elegir una contraseña nueva',
  ignore: 'Si no has sido tú, ignora este mensaje. No cambia nada.',
  changed_subject: 'Tu contraseña ha cambiado',
  changed_text:
    'La contraseña de tu cuenta de Livelane {email} se acaba de cambiar, y se han cerrado todas tus sesiones.',
  changed_not_you: 'Si no has sido tú, pide ahora mismo una contraseña nueva y avisa a tu administrador.',
  confirm_subject: 'Confirma tu nueva dirección de correo',
  confirm_text:
    'Quieres usar {email} para tu cuenta de Livelane. Confirma en 24 horas que esta dirección es tuya.',
  confirm_button: 'Confirmar la dirección',
  moved_subject: 'Tu dirección de correo ha cambiado',
  moved_text: 'Tu cuenta de Livelane usa ahora {email} en lugar de esta dirección.',
  moved_not_you: 'Si no has sido tú, avisa ahora mismo a tu administrador.',
  invitation_subject: '{name} te invita a «{workspace}»',
  invitation_text: '{name} te invita a «{workspace}» en Livelane.',
  invitation_text_project: '{name} te invita al proyecto «{project}» de «{workspace}» en Livelane.',
  invitation_button: 'Ver la invitación',
  invitation_until: 'La invitación es válida hasta el {date}.',
  test_subject: 'Livelane puede enviar correo',
  test_text:
    'Este es el correo que envía «npm run doctor -- --mail». Ha llegado, así que los demás también llegarán.',
  mentioned: '{actor} te ha mencionado en «{title}».',
  assigned: '{actor} te ha asignado «{title}».',
  comment: '{actor} ha comentado «{title}».',
  completed: '{actor} ha completado «{title}».',
  deleted: '{actor} ha eliminado «{title}».',
  due_tomorrow: '«{title}» vence mañana.',
  due_today: '«{title}» vence hoy.',
  overdue: '«{title}» está vencida.',
  added: '{actor} te ha añadido a «{name}».',
  removed: '{actor} te ha quitado de «{name}».',
  role_changed: '{actor} ha cambiado tu rol en «{name}».',
  task_subject: '{name}: {title}',
  open_task: 'Abrir la tarea',
  open_livelane: 'Abrir Livelane',
  digest_subject: 'Tu resumen de Livelane',
  because: 'Recibes este correo por tus ajustes de notificaciones',
  unsubscribe: 'No recibir más estos correos',
  somebody: 'Alguien',
};
