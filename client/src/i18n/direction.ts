/** Marks of Unicode that set the text between them apart, whatever its direction. */
const ISOLATE = '\u2068';
const END = '\u2069';
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

/** Whether a text has letters that are written from right to left. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** A text that neither takes the direction of what is around it nor changes that. */
export const isolated = (text: string): string => ISOLATE + text + END;
