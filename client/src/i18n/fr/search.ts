import type { Texts } from '../catalogue';
import type { search as english } from '../en-GB/search';

export const search: Texts<typeof english> = {
  search_title: 'Recherche',
  search_label: 'Rechercher des tâches',
  search_what:
    'Trouve les tâches que vous pouvez voir et qui contiennent tous les mots, dans le titre, la description, la liste de contrôle, les commentaires ou l’identifiant.',
  search_filters: 'Filtres',
  search_in: 'Chercher dans',
  search_in_id: 'ID',
  search_in_title: 'Titre',
  search_in_description: 'Description',
  search_in_checklist: 'Liste de contrôle',
  search_in_comment: 'Commentaire',
  search_column: 'Colonne',
  search_found:
    '{count, plural, one {# tâche trouvée} many {# de tâches trouvées} other {# tâches trouvées}}',
  search_found_more: 'Les {count} meilleurs résultats',
  search_more: 'Afficher plus',
  search_error: 'La recherche ne fonctionne pas pour le moment.',
  search_none_text: 'Essayez moins de mots ou des mots plus courts, ou retirez un filtre.',
  palette_found: 'Toutes les tâches : titres, descriptions, listes de contrôle, commentaires',
  palette_all: 'Afficher tout ce qui a été trouvé pour « {text} »',
  palette_searching: 'Recherche…',
  palette_offline: 'Impossible de chercher dans toutes les tâches pour le moment',
};
