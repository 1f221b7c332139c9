import type { Texts } from '../catalogue';
import type { search as english } from '../en-GB/search';

export const search: Texts<typeof english> = {
  search_title: '検索',
  search_label: 'タスクを検索',
  search_what:
    '見られるすべてのタスクのタイトル、説明、チェックリスト、コメント、ID から、すべての語を含むものを探します。',
  search_filters: 'フィルター',
  search_in: '検索対象',
  search_in_id: 'ID',
  search_in_title: 'タイトル',
  search_in_description: '説明',
  search_in_checklist: 'チェックリスト',
  search_in_comment: 'コメント',
  search_column: '列',
  search_found: '{count, plural, other {# 件のタスクが見つかりました}}',
  search_found_more: '最も合う {count} 件のタスク',
  search_more: 'さらに表示',
  search_error: '現在、検索できません。',
  search_none_text: '語を減らすか短くする、またはフィルターを外してみてください。',
  palette_found: 'すべてのタスク：タイトル、説明、チェックリスト、コメント',
  palette_all: '「{text}」の検索結果をすべて表示',
  palette_searching: '検索中…',
  palette_offline: '現在、すべてのタスクを検索できません',
};
