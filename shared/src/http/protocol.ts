/**
 * What server and client speak (R21). It rises when the wire changes in a way that an older side cannot read:
 * 1 is that of 0.1.0, 2 knows comments, 3 knows labels, checklists and columns, 4 makes kept answers whole again, 5 looks for
 * a key in the object's projects only.
 */
export const PROTOCOL = 5;
/** The oldest client that the server still serves. */
export const OLDEST_PROTOCOL = 1;
/** Nodes that speak less cannot read ops of comments (R22). */
export const COMMENTS_PROTOCOL = 2;
/** Nodes that speak less cannot read ops of labels, checklists and columns (R22). */
export const CARDS_PROTOCOL = 3;
/** Nodes that speak less need whole answers in the log (R22, R25). */
export const ANSWERS_PROTOCOL = 4;
/** Nodes that speak less need keys that are unique over all projects (R22, R35). */
export const KEYS_PROTOCOL = 5;
