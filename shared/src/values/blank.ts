/** White space, and characters that are never drawn, such as a zero-width space. */
const NOTHING_TO_SEE = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** Whether a text shows nothing: a card or a name of that kind could not be found on a screen. */
export const isBlank = (text: string): boolean => NOTHING_TO_SEE.test(text);
