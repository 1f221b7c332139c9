type Moving = typeof import('./moveSelected');

let loaded: Moving | null = null;

/** What moves several cards, or changes one as it is moved: fetched where that may happen soon. */
export async function loadMoving(): Promise<Moving> {
  loaded ??= await import('./moveSelected');
  return loaded;
}

/** At once if it is there: a card that waited would be painted in its old place first. */
export function withMoving(work: (moving: Moving) => void): void {
  if (loaded) work(loaded);
  else void loadMoving().then(work);
}
