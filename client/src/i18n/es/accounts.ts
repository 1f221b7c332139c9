import type { Texts } from '../catalogue';
import type { accounts as original } from '../en-GB/accounts';

export const accounts: Texts<typeof original> = {
  login_title: 'Te damos la bienvenida a Livelane',
  login_about_1:
    'Livelane es un tablero kanban para equipos que trabajan al mismo tiempo. Lo que una persona mueve lo ven todas las demás, al instante y en el mismo orden.',
  login_about_2:
    'El trabajo se organiza en espacios de trabajo y proyectos. Cada proyecto tiene un tablero, y tu tablero personal reúne tus tareas de todos ellos.',
  login_about_3:
    'El trabajo de nadie se pierde ni se sobrescribe en silencio: cuando dos personas cambian lo mismo, se avisa a ambas, y una mala conexión solo retrasa las cosas.',
  login_about_4:
    'Es software libre. Funciona en tu propia máquina con un solo comando y guarda tus datos donde tú los pongas.',
  login_form: 'Iniciar sesión',
  login_submit: 'Iniciar sesión',
  login_submitting: 'Iniciando sesión',
  login_no_account: '¿Aún no tienes cuenta?',
  login_register: 'Crea una',
  register_title: 'Crea tu cuenta',
  register_intro: 'Una sola cuenta para todos tus espacios de trabajo.',
  register_submit: 'Crear cuenta',
  register_submitting: 'Creando la cuenta',
  register_done: 'Tu cuenta está lista. Ya puedes iniciar sesión.',
  register_has_account: '¿Ya tienes cuenta?',
  register_login: 'Inicia sesión',
  field_first_name: 'Nombre',
  field_surname: 'Apellidos',
  field_email: 'Correo electrónico',
  field_password: 'Contraseña',
  field_password_confirm: 'Confirmar contraseña',
  forgot_link: '¿Has olvidado tu contraseña?',
};
