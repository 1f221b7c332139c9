import { accountMessages } from '@livelane/shared/http/messages';
import { accounts } from './en-GB/accounts';
import { shell } from './en-GB/shell';

/** Texts of the pages before the sign-in; they come with the first script. */
export const publicTexts = { ...accountMessages, ...shell, ...accounts } as const;
