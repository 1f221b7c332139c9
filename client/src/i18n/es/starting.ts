import type { Texts } from '../catalogue';
import type { starting as english } from '../en-GB/starting';

export const starting: Texts<typeof english> = {
  start_steps: 'Primeros pasos',
  start_step_workspace: 'Espacio de trabajo',
  start_step_project: 'Proyecto',
  start_step_people: 'Personas',
  start_workspace: 'Crea tu espacio de trabajo',
  start_workspace_text: 'Un espacio de trabajo reúne los proyectos de tu equipo.',
  start_workspace_description: 'En lo que trabaja nuestro equipo',
  start_wait: '¿Tu equipo ya está aquí? Pide a alguien que invite a {email}.',
  start_project: 'Añade el primer proyecto a «{workspace}»',
  start_project_text: 'Cada proyecto tiene su propio tablero.',
  start_project_description: 'Tareas y quién las hace',
  start_people: 'Invita a personas a «{project}»',
  start_people_text: 'Envía un enlace: quien lo abra se une al espacio de trabajo y al proyecto.',
  start_continue: 'Continuar',
  start_board: 'Ir al tablero',
  add_person: 'Miembro del espacio de trabajo o correo',
  add_person_nobody:
    'Todos los del espacio de trabajo ya están en este proyecto. Escribe el correo de otra persona.',
  add_person_text:
    'Elige a un miembro del espacio de trabajo o escribe el correo de otra persona: también se une a «{workspace}».',
  add_project: 'Añadir también a un proyecto',
  add_project_none: 'Ahora no',
  add_project_role: 'Rol en el proyecto',
  add_unknown:
    'Nadie está registrado como {email}. Invita a esa persona con un enlace que solo ella puede usar.',
  role_lowered_title: '¿Dejar a {name} solo como lector de «{project}»?',
  role_lowered_text: 'Podrá leer el tablero, pero no cambiarlo, y dejará de tener tareas asignadas en él.',
  role_lowered_verb: 'Dejar como lector',
};
