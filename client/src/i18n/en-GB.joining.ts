import { joining } from './en-GB/joining';
import { teams } from './en-GB/teams';

/** Texts of the pages that links open; they come with their scripts. The names of roles are among the teams' texts. */
export const joiningTexts = { ...teams, ...joining } as const;
