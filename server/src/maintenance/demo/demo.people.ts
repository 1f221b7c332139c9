import type { Who } from './demo.types';

/** Of the two accounts that are ready to be used; printed at the start and in the README. */
export const DEMO_PASSWORD = 'livelane-demo';
export const DEMO_ACCOUNTS: readonly Who[] = ['maya', 'tom'];

export const people: Record<Who, { firstName: string; surname: string; email: string }> = {
  maya: { firstName: 'Maya', surname: 'Lindqvist', email: 'maya@example.org' },
  tom: { firstName: 'Tom', surname: 'Okafor', email: 'tom@example.org' },
  ines: { firstName: 'Inês', surname: 'Carvalho', email: 'ines@example.org' },
  kenji: { firstName: 'Kenji', surname: 'Sato', email: 'kenji@example.org' },
  priya: { firstName: 'Priya', surname: 'Nair', email: 'priya@example.org' },
  jonas: { firstName: 'Jonas', surname: 'Weber', email: 'jonas@example.org' },
};
