import { shortcutKey } from '#lib/keyPress';

/** The meaning of a key on a board. */
export type BoardKey =
  | { kind: 'walk' | 'carry'; to: Direction }
  | { kind: 'new' | 'filter' | 'search' | 'help' }
  | { kind: 'edit' | 'moveTo' | 'complete' | 'delete' | 'select' }
  | { kind: 'extend'; to: 'up' | 'down' };
export type Direction = 'up' | 'down' | 'before' | 'after';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const arrows: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'before',
  ArrowRight: 'after',
};
const everywhere: Record<string, BoardKey> = {
  n: { kind: 'new' },
  '/': { kind: 'filter' },
  '?': { kind: 'help' },
};
/** First characters of names. */
const LETTER = /^[\p{L}\p{N}]$/u;
const onCard: Record<string, BoardKey> = {
  e: { kind: 'edit' },
  m: { kind: 'moveTo' },
  c: { kind: 'complete' },
  x: { kind: 'select' },
};

/**
 * @param isOnCard whether a card has the focus: only then can a key act on it
 * @param singleKeys whether single-letter shortcuts are enabled
 * @param isSelecting whether cards are selected
 * @param isRtl where columns run from right to left
 */
export function boardKey(
  pressed: Pressed,
  {
    isOnCard,
    singleKeys,
    isRtl,
    isSelecting = false,
  }: { isOnCard: boolean; singleKeys: boolean; isRtl: boolean; isSelecting?: boolean },
): BoardKey | null {
  const { ctrlKey, metaKey, altKey, shiftKey } = pressed;
  const key = shortcutKey(pressed);
  if (ctrlKey || metaKey || altKey) return null;
  const arrow = arrows[key];
  if (arrow && isOnCard) {
    // Once cards are selected, the key extends the selection.
    if (shiftKey && isSelecting && (arrow === 'up' || arrow === 'down')) return { kind: 'extend', to: arrow };
    const turned = { before: 'after', after: 'before', up: 'up', down: 'down' } as const;
    return { kind: shiftKey ? 'carry' : 'walk', to: isRtl ? turned[arrow] : arrow };
  }
  if (isOnCard && key === 'Delete') return { kind: 'delete' };
  // Letters with Shift are no shortcuts; "?" and "/" need Shift on some keyboards.
  if (!singleKeys) return null;
  const known = everywhere[key];
  if (known) return known;
  if (!isOnCard) return LETTER.test(key) ? { kind: 'search' } : null;
  return (shiftKey ? undefined : onCard[key]) ?? null;
}
