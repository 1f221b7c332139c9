/** How much of a board fits into the window. */
export type Density = 'comfortable' | 'compact';
/** How cards show their labels. */
export type LabelLook = 'names' | 'bars';

/** What its reader has chosen is a mark on the page, which the styles follow; kept in this browser. */
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
    // Storage is off: it lives as long as the page.
  }
}

/** Shows boards as it was chosen before. */
export function restoreLooks(): void {
  try {
    for (const mark of ['density', 'labels'] as const)
      set(mark, localStorage.getItem(`livelane-${mark}`) === marks[mark]);
  } catch {
    // Storage is off: all is as usual.
  }
}

export const densityNow = (): Density => (isSet('density') ? 'compact' : 'comfortable');
export const chooseDensity = (density: Density): void => keep('density', density === 'compact');
export const labelLookNow = (): LabelLook => (isSet('labels') ? 'bars' : 'names');
export const chooseLabelLook = (look: LabelLook): void => keep('labels', look === 'bars');
