import type { Texts } from '../catalogue';
import type { views as english } from '../en-GB/views';

export const views: Texts<typeof english> = {
  board_members: 'Membres : {names}',
  board_add_people: 'Ajouter des personnes',
  palette_field: 'Rechercher…',
  profile_appearance: 'Langue et thème',
  view_menu: 'Affichage',
  view_density: 'Densité',
  view_density_comfortable: 'Aérée',
  view_density_compact: 'Compacte',
  view_theme: 'Thème',
  view_theme_system: 'Comme le système',
  view_theme_light: 'Clair',
  view_theme_dark: 'Sombre',
  view_print: 'Imprimer',
  trash_title: 'Corbeille',
  trash_text: 'Ce qui a été supprimé peut être restauré pendant 30 jours.',
  trash_own:
    'Les membres restaurent ce qu’ils ont supprimé eux-mêmes, pendant une heure. Les responsables et les propriétaires restaurent tout.',
  trash_empty: 'Rien n’a été supprimé récemment',
  trash_restore: 'Restaurer',
  trash_restore_of: 'Restaurer « {title} »',
  trash_restored: '« {title} » est de retour',
  trash_by: '{state}, supprimée par {name}',
  waiting_card: 'Pas encore enregistré',
  waiting_title: 'En attente d’enregistrement',
  waiting_text:
    'Ces changements sont conservés dans ce navigateur et envoyés dans cet ordre dès que le serveur est joignable.',
  waiting_none: 'Rien n’attend : tout est enregistré.',
  offline_needs_server: 'Impossible tant que le serveur est injoignable',
  offline_list: 'Le serveur est injoignable. Voici la liste telle qu’elle a été vue ici en dernier.',
};
