/**
 * The protocol of server and client (R21). It rises with wire changes that an older side cannot read: 1 is that of
 * 0.1.0, 2 adds comments, 3 labels, checklists and columns, 4 restores whole answers from kept parts, 5 looks up a key
 * in the object's projects only.
 */
export const PROTOCOL = 5;
/** That of 0.1.0, which every node speaks. */
export const FIRST_PROTOCOL = 1;
/** The oldest client that the server still serves. */
export const OLDEST_PROTOCOL = 1;
/** Nodes that speak less cannot read ops of comments (R22). */
export const COMMENTS_PROTOCOL = 2;
/** Nodes that speak less cannot read ops of labels, checklists and columns, nor those of many cards at once (R22). */
export const CARDS_PROTOCOL = 3;
/** Nodes that speak less need whole answers in the log (R22, R25). */
export const ANSWERS_PROTOCOL = 4;
/** Nodes that speak less need keys that are unique over all projects (R22, R35). */
export const KEYS_PROTOCOL = 5;
