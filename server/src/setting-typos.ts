import { hookNames, isGiven, settingNames } from './setting-variables';

/** From this length on, a name of another program is hardly one or two letters away: HOME is two from HOST. */
const LENGTH_FOR_ONE = 6;
const LENGTH_FOR_TWO = 9;

/** Variables that are no settings but spelt almost like one that is not set, each as a sentence for the operator. */
export function mistypedSettings(environment: NodeJS.ProcessEnv): string[] {
  const known = new Set([...settingNames, ...hookNames]);
  const unset = settingNames.filter((name) => !isGiven(environment[name]));
  const foreign = Object.keys(environment).filter((name) => !known.has(name) && isGiven(environment[name]));
  return foreign.flatMap((name) => {
    const meant = unset.find((setting) => distance(name, setting) <= lettersFor(setting));
    return meant === undefined ? [] : [`${name} is no setting: is ${meant} meant?`];
  });
}

function lettersFor({ length }: string): number {
  if (length >= LENGTH_FOR_TWO) return 2;
  return length >= LENGTH_FOR_ONE ? 1 : 0;
}

/** How many letters must be put in, taken out or replaced to make one word of the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
