// Bundles the code under simulation with one mutation, into a folder of its own: the tree stays as it is.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleCode } from '../bundle.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * The text of a mutation's file as it becomes.
 * @throws when the text that it replaces is not there exactly once: the code has changed, and the mutation must follow
 */
export function mutatedText({ name, file, find, replace }) {
  const text = readFileSync(path.join(root, file), 'utf8');
  const parts = text.split(find);
  if (parts.length !== 2)
    throw new Error(`${name}: ${file} has the text to replace ${parts.length - 1} times, not once:\n${find}`);
  return parts.join(replace);
}

/** Writes the bundles of the code with this mutation to a folder. */
export async function bundleMutated(mutation, folder) {
  const contents = mutatedText(mutation);
  const whole = path.join(root, mutation.file);
  let isUsed = false;
  const plugin = {
    name: 'mutation',
    setup(bundle) {
      bundle.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        if (file !== whole) return undefined;
        isUsed = true;
        return { contents, loader: 'ts' };
      });
    },
  };
  await bundleCode(folder, [plugin]);
  if (!isUsed) throw new Error(`${mutation.name}: ${mutation.file} is no part of the simulation`);
}
