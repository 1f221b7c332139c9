/** Offset of overlays at the lower edge: above a board's quick adds, and on a phone above the column switcher, too. */
export const aboveBoardBars = {
  'html[data-board] &': { bottom: { xs: 'calc(128px + env(safe-area-inset-bottom))', sm: 88 } },
};
