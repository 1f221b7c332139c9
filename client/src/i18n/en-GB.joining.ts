import { joining } from './en-GB/joining';
import { teams } from './en-GB/teams';

/** What the pages say that a link opens; it comes with their scripts. The names of roles stand among the teams' texts. */
export const joiningTexts = { ...teams, ...joining } as const;
