import type { Texts } from '../catalogue';
import type { profile as original } from '../en-GB/profile';

export const profile: Texts<typeof original> = {
  profile_title: 'Perfil',
  profile_details: 'Tus datos',
  profile_password: 'Cambiar contraseña',
  profile_password_submit: 'Cambiar contraseña',
  profile_password_warning: 'Se cerrará tu sesión después de cambiar la contraseña.',
  user_updated: 'Usuario actualizado',
  password_updated: 'Contraseña actualizada',
  error_updating_user: 'Error al actualizar el usuario',
  error_updating_password: 'Error al actualizar la contraseña',
  error_all_fields_required: 'Todos los campos son obligatorios',
  field_old_password: 'Contraseña actual',
  field_new_password: 'Contraseña nueva',
  field_new_password_confirm: 'Confirmar contraseña nueva',
  profile_email_pending:
    'Hemos enviado un correo a {email}. Su dirección cambiará cuando abra el enlace que contiene.',
  profile_email_keep: 'Conservar la dirección actual',
};
