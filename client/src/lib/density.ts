/** How much of a board fits into the window; kept in this browser. */
export type Density = 'comfortable' | 'compact';

const KEY = 'livelane-density';

export function densityNow(): Density {
  return document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfortable';
}

function show(density: Density): void {
  if (density === 'compact') document.documentElement.dataset.density = density;
  else delete document.documentElement.dataset.density;
}

/** Shows the density that was chosen before; the styles follow the mark on the page. */
export function restoreDensity(): void {
  try {
    if (localStorage.getItem(KEY) === 'compact') show('compact');
  } catch {
    // Storage is off: comfortable it is.
  }
}

export function chooseDensity(density: Density): void {
  show(density);
  try {
    localStorage.setItem(KEY, density);
  } catch {
    // It lives as long as the page.
  }
}
