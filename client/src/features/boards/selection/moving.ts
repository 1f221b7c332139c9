type Moving = typeof import('./moveSelected');

let loaded: Moving | null = null;

/** The code that moves several cards, or changes one while moving it: fetched when that may happen soon. */
export async function loadMoving(): Promise<Moving> {
  loaded ??= await import('./moveSelected');
  return loaded;
}

/** Runs at once if it is loaded: a card that waited would first be painted in its old place. */
export function withMoving(work: (moving: Moving) => void): void {
  if (loaded) work(loaded);
  else void loadMoving().then(work);
}
