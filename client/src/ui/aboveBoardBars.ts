/** For what covers a screen's lower edge: on a phone's board above the column switcher and the quick add, which stay in use; elsewhere above the quick adds. */
export const aboveBoardBars = {
  'html[data-board] &': { bottom: { xs: 'calc(128px + env(safe-area-inset-bottom))', sm: 88 } },
};
