const LOOK_MS = 20;

/** Looks again and again until it is so: for what no event tells of. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
