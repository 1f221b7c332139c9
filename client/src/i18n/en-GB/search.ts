/** Search over all tasks: its page, and what the palette says of it. */
export const search = {
  search_title: 'Search',
  search_label: 'Search tasks',
  search_what:
    'Finds every word in titles, descriptions, checklists, comments and ids of all tasks that you see.',
  search_filters: 'Filters',
  search_in: 'Look in',
  search_in_id: 'Id',
  search_in_title: 'Title',
  search_in_description: 'Description',
  search_in_checklist: 'Checklist',
  search_in_comment: 'Comment',
  search_column: 'Column',
  search_found: '{count, plural, one {# task} other {# tasks}} found',
  search_found_more: 'The first {count} tasks, the best first',
  search_more: 'Show more',
  search_error: 'Search does not work right now.',
  search_none_text: 'Try fewer or shorter words, or take a filter away.',
  palette_found: 'All tasks: titles, descriptions, checklists, comments',
  palette_all: 'Show everything found for “{text}”',
  palette_searching: 'Searching…',
  palette_offline: 'All tasks cannot be searched right now',
} as const;
