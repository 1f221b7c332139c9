import type { Texts } from '../catalogue';
import type { search as english } from '../en-GB/search';

export const search: Texts<typeof english> = {
  search_title: '搜索',
  search_label: '搜索任务',
  search_what: '查找你可见且包含所有词的任务，范围包括标题、描述、检查清单、评论和 ID。',
  search_filters: '筛选',
  search_in: '查找范围',
  search_in_id: 'ID',
  search_in_title: '标题',
  search_in_description: '描述',
  search_in_checklist: '检查清单',
  search_in_comment: '评论',
  search_column: '列',
  search_found: '{count, plural, other {找到 # 个任务}}',
  search_found_more: '最匹配的 {count} 个任务',
  search_more: '显示更多',
  search_error: '目前无法搜索。',
  search_none_text: '请尝试更少或更短的词，或移除一个筛选条件。',
  palette_found: '所有任务：标题、描述、检查清单、评论',
  palette_all: '显示“{text}”的所有结果',
  palette_searching: '正在搜索…',
  palette_offline: '目前无法搜索所有任务',
};
