import { createObservable } from '#lib/observable';
import { useObservable } from '#lib/useObservable';

/** The containers of open dialogs, the topmost one's last. */
const layers = createObservable<readonly HTMLElement[]>([]);

/** @returns ends it */
export function addLayer(layer: HTMLElement): () => void {
  layers.set([...layers.get(), layer]);
  return () => layers.set(layers.get().filter((each) => each !== layer));
}

export const useTopLayer = (): HTMLElement | undefined => useObservable(layers).at(-1);
