import { profile } from './en-GB/profile';

/** Texts of the profile; they come with its script. */
export const accountTexts = { ...profile } as const;
