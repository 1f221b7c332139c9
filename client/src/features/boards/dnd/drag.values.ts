/** Marks what may be scrolled up and down under the pointer. */
export const SCROLLS_ATTRIBUTE = 'data-drag-scrolls';

/** Above that a board in lanes is covered: by the header, the names of its columns and that of a lane. In pixels. */
export const LANES_TOP_PX = 144;

/** True from just before a card is lifted until it has been put down. */
export const isCardCarried = (): boolean => document.documentElement.dataset.dragging !== undefined;
