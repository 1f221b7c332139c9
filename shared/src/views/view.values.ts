/** The possible lanes of a board. */
export const groupings = ['none', 'assignee', 'priority', 'label', 'project'] as const;
export type Grouping = (typeof groupings)[number];
