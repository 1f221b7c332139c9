/**
 * What server and client speak (R21). It rises when the wire changes in a way that an older side cannot read:
 * 1 is that of 0.1.0, 2 knows comments.
 */
export const PROTOCOL = 2;
/** The oldest client that the server still serves. */
export const OLDEST_PROTOCOL = 1;
/** Nodes that speak less cannot read ops of comments (R22). */
export const COMMENTS_PROTOCOL = 2;
