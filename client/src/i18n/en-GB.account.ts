import { profile } from './en-GB/profile';

/** What the profile says; it comes with its script. */
export const accountTexts = { ...profile } as const;
