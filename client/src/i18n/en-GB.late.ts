/**
 * Texts of late scripts (`late.texts.ts`). The build moves them here from `en-GB.private.ts`: all that the modules of
 * the first screens do not name. Without a build they stay there.
 */
export const lateTexts: Record<string, string> = {};
