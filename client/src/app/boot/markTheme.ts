/** MUI's storage key for the chosen theme. */
const MODE = 'mui-mode';
const PREFERS_DARK = '(prefers-color-scheme: dark)';

/**
 * Marks the page with its theme as MUI does, but before anything is painted: MUI does so after its first render, which
 * would show the light theme for a moment.
 */
export function markTheme(): void {
  const mode = chosenMode();
  const isDark = mode === 'dark' || (mode !== 'light' && matchMedia(PREFERS_DARK).matches);
  document.documentElement.setAttribute(isDark ? 'data-dark' : 'data-light', '');
}

function chosenMode(): string | null {
  try {
    return localStorage.getItem(MODE);
  } catch {
    // Storage is off: the system's theme applies.
    return null;
  }
}
