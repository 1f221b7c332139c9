import type { Texts } from '../catalogue';
import type { search as english } from '../en-GB/search';

export const search: Texts<typeof english> = {
  search_title: 'Búsqueda',
  search_label: 'Buscar tareas',
  search_what:
    'Encuentra las tareas que puedes ver y que contienen todas las palabras, en el título, la descripción, la lista de comprobación, los comentarios o el identificador.',
  search_filters: 'Filtros',
  search_in: 'Buscar en',
  search_in_id: 'Identificador',
  search_in_title: 'Título',
  search_in_description: 'Descripción',
  search_in_checklist: 'Lista de comprobación',
  search_in_comment: 'Comentario',
  search_column: 'Columna',
  search_found:
    '{count, plural, one {# tarea encontrada} many {# de tareas encontradas} other {# tareas encontradas}}',
  search_found_more: 'Los {count} mejores resultados',
  search_more: 'Mostrar más',
  search_error: 'La búsqueda no funciona en este momento.',
  search_none_text: 'Prueba con menos palabras o más cortas, o quita un filtro.',
  palette_found: 'Todas las tareas: títulos, descripciones, listas de comprobación, comentarios',
  palette_all: 'Mostrar todo lo encontrado para «{text}»',
  palette_searching: 'Buscando…',
  palette_offline: 'Ahora no se puede buscar en todas las tareas',
};
