/** For icons that point somewhere along the line: they turn around where it is written from right to left. */
export const mirrored = { '[dir=rtl] &': { transform: 'scaleX(-1)' } } as const;

/** For a name or a line of `dir="auto"`: it is cut at its own end, and is where the page's texts begin. (Mirrored.) */
export const AT_START = { textAlign: 'left' } as const;
