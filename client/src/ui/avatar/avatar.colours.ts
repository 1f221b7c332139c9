import { createContext, useContext } from 'react';

/** White initials have a contrast of at least 4.5 on each (WCAG 1.4.3), and no two look alike. */
const avatarColours = [
  '#1d4ed8',
  '#b45309',
  '#0f766e',
  '#a21caf',
  '#713f12',
  '#1e3a8a',
  '#15803d',
  '#be185d',
  '#0369a1',
  '#7c3aed',
  '#3f6212',
  '#b91c1c',
] as const;

const ownColour = (id: string): number => Number.parseInt(id.slice(0, 6), 16) % avatarColours.length;

/** The colours of people who are shown together, by id: all different while there are colours left. */
export type AvatarColours = ReadonlyMap<string, string>;

/** Each person has their own colour; if two would have the same, one of them gets the next free one. */
export function coloursFor(ids: Iterable<string>): AvatarColours {
  const taken = new Set<number>();
  const colours = new Map<string, string>();
  for (const id of [...new Set(ids)].sort()) {
    if (taken.size === avatarColours.length) taken.clear();
    let at = ownColour(id);
    while (taken.has(at)) at = (at + 1) % avatarColours.length;
    taken.add(at);
    colours.set(id, avatarColours[at] ?? '');
  }
  return colours;
}

export const AvatarColoursContext = createContext<AvatarColours>(new Map());

/** The colour of an id that is shown alone. */
const avatarColourOf = (id: string): string => avatarColours[ownColour(id)] ?? avatarColours[0];

export function useAvatarColour(id: string): string {
  return useContext(AvatarColoursContext).get(id) ?? avatarColourOf(id);
}
