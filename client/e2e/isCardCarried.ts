/** In the page: a card is carried, or on its way to where it was dropped; until then the library lets nobody lift it again. */
export const isCardCarried = (): boolean =>
  document.querySelector('[data-rfd-draggable-id][style*="position: fixed"]') !== null;
