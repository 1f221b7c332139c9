/**
 * What is said where a script comes late (`late.texts.ts`). The build moves these texts here out of `en-GB.private.ts`:
 * all that the modules of the first screens do not name. Without a build they are all there.
 */
export const lateTexts: Record<string, string> = {};
