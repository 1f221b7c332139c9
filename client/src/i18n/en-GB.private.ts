import { boards } from './en-GB/boards';
import { tasks } from './en-GB/tasks';
import { teams } from './en-GB/teams';

/** What only the signed-in part says; it comes with its script. */
export const privateTexts = { ...teams, ...boards, ...tasks } as const;
