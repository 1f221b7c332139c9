/** The page itself, without header and panels, so that it can have the focus: Tab goes on to its first control. */
export function focusableMain(): HTMLElement | null {
  const main = document.querySelector('main');
  main?.setAttribute('tabindex', '-1');
  return main;
}
