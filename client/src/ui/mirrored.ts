/** For icons that point somewhere along the line: they turn around where it is written from right to left. */
export const mirrored = { '[dir=rtl] &': { transform: 'scaleX(-1)' } } as const;
