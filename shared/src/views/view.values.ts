/** What the lanes of a board can stand for. */
export const groupings = ['none', 'assignee', 'priority', 'label', 'project'] as const;
export type Grouping = (typeof groupings)[number];
