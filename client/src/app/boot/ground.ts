/** Where MUI keeps the theme that its user has chosen. */
const MODE = 'mui-mode';

/** Marks the page with the chosen theme before anything is painted, where it is not the system's (index.html). */
export function paintGround(): void {
  try {
    const mode = localStorage.getItem(MODE);
    if (mode === 'light' || mode === 'dark') document.documentElement.setAttribute(`data-${mode}`, '');
  } catch {
    // Storage is off: the system's theme it is.
  }
}
