import type { Texts } from '../catalogue';
import type { profile as original } from '../en-GB/profile';

export const profile: Texts<typeof original> = {
  profile_title: 'Perfil',
  profile_details: 'Tus datos',
  profile_password: 'Cambiar contraseña',
  profile_password_submit: 'Cambiar contraseña',
  profile_password_warning: 'Se cerrará tu sesión después de cambiar la contraseña.',
  user_updated: 'Perfil actualizado',
  password_updated: 'Contraseña actualizada',
  error_updating_user: 'Error al actualizar el usuario',
  error_updating_password: 'Error al actualizar la contraseña',
  error_all_fields_required: 'Todos los campos son obligatorios',
  field_old_password: 'Contraseña actual',
  field_new_password: 'Contraseña nueva',
  field_new_password_confirm: 'Confirmar contraseña nueva',
  profile_email_pending:
    'Hemos enviado un correo a {email}. Tu dirección cambiará cuando abras el enlace que contiene.',
  profile_email_keep: 'Conservar la dirección actual',
  account_delete_title: 'Eliminar la cuenta',
  account_delete_open: 'Eliminar la cuenta…',
  account_delete_text:
    'Saldrás de todos los espacios de trabajo y proyectos. Lo que has escrito permanece, como de un antiguo usuario. Se borran tu nombre, tu correo, tus ajustes y tus notificaciones, y se cierra tu sesión en todas partes. Esto no se puede deshacer.',
  account_delete_tasks:
    '{count, plural, =0 {No tienes ninguna tarea asignada.} one {Una tarea dejará de estar asignada a ti.} many {# tareas dejarán de estar asignadas a ti.} other {# tareas dejarán de estar asignadas a ti.}}',
  account_delete_owner:
    'Eres el último propietario de estos espacios de trabajo. Nombra antes a otro propietario o elimínalos:',
  account_delete_error: 'No se pudieron cargar las consecuencias de la eliminación.',
  account_deleted: 'Tu cuenta se ha eliminado',
  sessions_title: 'Dónde has iniciado sesión',
  sessions_here: 'este navegador',
  sessions_unknown: 'Navegador desconocido',
  sessions_device: '{browser} en {system}',
  sessions_seen: 'Visto por última vez el {date}',
  sessions_since: 'sesión iniciada el {date}',
  sessions_end: 'Cerrar sesión allí',
  sessions_end_of: 'Cerrar sesión allí: {name}',
  sessions_end_others: 'Cerrar las demás sesiones',
  sessions_ended: 'Sesión cerrada allí',
  sessions_error: 'No se pudieron cargar tus sesiones.',
};
