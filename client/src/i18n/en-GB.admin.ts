import { admin } from './en-GB/admin';

/** Texts of the administrators' pages; they come with their script. */
export const adminTexts = { ...admin } as const;
