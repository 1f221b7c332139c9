/** Display lengths of specification section 5. */
export const NAME_ON_CARD = 10;
export const NAME_IN_CHIP = 5;
export const ID_IN_CHIP = 2;

/** Shortens a name or id to `length` characters, marked with an ellipsis. */
export function truncate(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`;
}
