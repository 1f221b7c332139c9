/** The density of a board. */
export type Density = 'comfortable' | 'compact';
/** How cards show their labels. */
export type LabelLook = 'names' | 'bars';

/** A choice is an attribute of the page, which the styles use; stored in this browser. */
const marks = { density: 'compact', labels: 'bars' } as const;
type Mark = keyof typeof marks;

const isSet = (mark: Mark) => document.documentElement.dataset[mark] === marks[mark];

function set(mark: Mark, isOn: boolean): void {
  if (isOn) document.documentElement.dataset[mark] = marks[mark];
  else delete document.documentElement.dataset[mark];
}

function keep(mark: Mark, isOn: boolean): void {
  set(mark, isOn);
  try {
    localStorage.setItem(`livelane-${mark}`, isOn ? marks[mark] : '');
  } catch {
    // Storage is off: the choice lasts as long as the page.
  }
}

/** Restores the stored choices. */
export function restoreLooks(): void {
  try {
    for (const mark of ['density', 'labels'] as const)
      set(mark, localStorage.getItem(`livelane-${mark}`) === marks[mark]);
  } catch {
    // Storage is off: the defaults apply.
  }
}

export const densityNow = (): Density => (isSet('density') ? 'compact' : 'comfortable');
export const chooseDensity = (density: Density): void => keep('density', density === 'compact');
export const labelLookNow = (): LabelLook => (isSet('labels') ? 'bars' : 'names');
export const chooseLabelLook = (look: LabelLook): void => keep('labels', look === 'bars');
