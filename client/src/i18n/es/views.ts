import type { Texts } from '../catalogue';
import type { views as english } from '../en-GB/views';

export const views: Texts<typeof english> = {
  board_members: 'Miembros: {names}',
  board_add_people: 'Añadir personas',
  palette_field: 'Buscar…',
  profile_appearance: 'Idioma y tema',
  view_menu: 'Vista',
  view_density: 'Densidad',
  view_density_comfortable: 'Amplia',
  view_density_compact: 'Compacta',
  view_theme: 'Tema',
  view_theme_system: 'Como el sistema',
  view_theme_light: 'Claro',
  view_theme_dark: 'Oscuro',
  view_print: 'Imprimir',
  trash_title: 'Papelera',
  trash_text: 'Lo eliminado se puede restaurar durante 30 días.',
  trash_own:
    'Los miembros restauran lo que ellos mismos eliminaron, durante una hora. Los responsables y propietarios restauran todo.',
  trash_empty: 'No se ha eliminado nada últimamente',
  trash_restore: 'Restaurar',
  trash_restore_of: 'Restaurar «{title}»',
  trash_restored: '«{title}» está de vuelta',
  trash_by: '{state}, eliminada por {name}',
  waiting_card: 'Aún sin guardar',
  waiting_title: 'Pendiente de guardar',
  waiting_text:
    'Estos cambios se guardan en este navegador y se envían en este orden en cuanto haya conexión con el servidor.',
  waiting_none: 'No hay nada pendiente: todo está guardado.',
  offline_needs_server: 'No es posible mientras no haya conexión con el servidor',
  offline_list: 'No hay conexión con el servidor. Esta es la lista tal como se vio aquí por última vez.',
};
