import { messages as validation } from '@livelane/shared/http/messages';
import { accounts } from './en-GB/accounts';
import { boards } from './en-GB/boards';
import { shell } from './en-GB/shell';
import { tasks } from './en-GB/tasks';
import { teams } from './en-GB/teams';

/** Every text on screen in the default language, by key. */
export const enGB = { ...validation, ...shell, ...accounts, ...teams, ...boards, ...tasks } as const;

export type CatalogueKey = keyof typeof enGB;
