/** Marks what may be scrolled up and down under the pointer. */
export const SCROLLS_ATTRIBUTE = 'data-drag-scrolls';

/** Above that a board in lanes is covered: by the header, the names of its columns and that of a lane. In pixels. */
export const LANES_TOP_PX = 144;
