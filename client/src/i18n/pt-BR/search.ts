import type { Texts } from '../catalogue';
import type { search as english } from '../en-GB/search';

export const search: Texts<typeof english> = {
  search_title: 'Busca',
  search_label: 'Buscar tarefas',
  search_what:
    'Encontra as tarefas que você pode ver e que contêm todas as palavras, no título, na descrição, na checklist, nos comentários ou no ID.',
  search_filters: 'Filtros',
  search_in: 'Buscar em',
  search_in_id: 'ID',
  search_in_title: 'Título',
  search_in_description: 'Descrição',
  search_in_checklist: 'Checklist',
  search_in_comment: 'Comentário',
  search_column: 'Coluna',
  search_found:
    '{count, plural, one {# tarefa encontrada} many {# de tarefas encontradas} other {# tarefas encontradas}}',
  search_found_more: 'Os {count} melhores resultados',
  search_more: 'Mostrar mais',
  search_error: 'A busca não está funcionando agora.',
  search_none_text: 'Tente menos palavras ou palavras mais curtas, ou remova um filtro.',
  palette_found: 'Todas as tarefas: títulos, descrições, checklists, comentários',
  palette_all: 'Mostrar tudo o que foi encontrado para “{text}”',
  palette_searching: 'Buscando…',
  palette_offline: 'Não é possível buscar em todas as tarefas agora',
};
