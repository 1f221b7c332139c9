import { admin } from './en-GB/admin';

/** What the pages of administrators say; it comes with their script. */
export const adminTexts = { ...admin } as const;
