/** Marks elements that may be scrolled vertically under the pointer. */
export const SCROLLS_ATTRIBUTE = 'data-drag-scrolls';

/** Covered height at the top of a board in lanes, in pixels: the header, the columns' names and a lane's. */
export const LANES_TOP_PX = 144;

/** True from just before a card is lifted until it has been dropped. */
export const isCardCarried = (): boolean => document.documentElement.dataset.dragging !== undefined;
