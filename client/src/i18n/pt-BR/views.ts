import type { Texts } from '../catalogue';
import type { views as english } from '../en-GB/views';

export const views: Texts<typeof english> = {
  board_members: 'Membros: {names}',
  board_add_people: 'Adicionar pessoas',
  palette_field: 'Buscar…',
  profile_appearance: 'Idioma e tema',
  view_menu: 'Exibição',
  view_density: 'Densidade',
  view_density_comfortable: 'Confortável',
  view_density_compact: 'Compacta',
  view_theme: 'Tema',
  view_theme_system: 'Como o sistema',
  view_theme_light: 'Claro',
  view_theme_dark: 'Escuro',
  view_print: 'Imprimir',
  trash_title: 'Lixeira',
  trash_text: 'O que foi excluído pode ser restaurado por 30 dias.',
  trash_own:
    'Membros restauram o que eles mesmos excluíram, por uma hora. Mantenedores e proprietários restauram tudo.',
  trash_empty: 'Nada foi excluído recentemente',
  trash_restore: 'Restaurar',
  trash_restore_of: 'Restaurar “{title}”',
  trash_restored: '“{title}” está de volta',
  trash_by: '{state}, excluída por {name}',
  waiting_card: 'Ainda não salvo',
  waiting_title: 'Aguardando para salvar',
  waiting_text:
    'Estas alterações ficam guardadas neste navegador e são enviadas nesta ordem assim que o servidor responder.',
  waiting_none: 'Nada está aguardando: tudo está salvo.',
  offline_needs_server: 'Não é possível enquanto o servidor estiver inacessível',
  offline_list: 'O servidor está inacessível. Esta é a lista como foi vista aqui pela última vez.',
};
