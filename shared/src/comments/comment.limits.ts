/** Longest text, in code points after composing them (NFC). */
export const COMMENT_TEXT_MAX = 10_000;
/** Different people whom one comment may mention, known or not. */
export const MENTIONS_MAX = 50;
/** Comments of one task that are not deleted. */
export const COMMENTS_MAX = 2_000;
