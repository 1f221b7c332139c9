/** Search over all tasks: its page, and its texts in the palette. */
export const search = {
  search_title: 'Search',
  search_label: 'Search tasks',
  search_what:
    'Finds tasks you can see that contain every word, in the title, description, checklist, comments or ID.',
  search_filters: 'Filters',
  search_in: 'Look in',
  search_in_id: 'ID',
  search_in_title: 'Title',
  search_in_description: 'Description',
  search_in_checklist: 'Checklist',
  search_in_comment: 'Comment',
  search_column: 'Column',
  search_found: '{count, plural, one {# task} other {# tasks}} found',
  search_found_more: 'The {count} best matches',
  search_more: 'Show more',
  search_error: 'Search is not available right now.',
  search_none_text: 'Try fewer or shorter words, or remove a filter.',
  palette_found: 'All tasks: titles, descriptions, checklists, comments',
  palette_all: 'Show everything found for “{text}”',
  palette_searching: 'Searching…',
  palette_offline: 'Searching all tasks is not available right now',
} as const;
