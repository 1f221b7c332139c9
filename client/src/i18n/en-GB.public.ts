import { accountMessages } from '@livelane/shared/http/messages';
import { accounts } from './en-GB/accounts';
import { shell } from './en-GB/shell';

/** What the pages before the sign-in say; it comes with the first script. */
export const publicTexts = { ...accountMessages, ...shell, ...accounts } as const;
