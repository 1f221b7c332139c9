/** Mirrors horizontally pointing icons in right-to-left languages. */
export const mirrored = { '[dir=rtl] &': { transform: 'scaleX(-1)' } } as const;

/** For a name or a line of `dir="auto"`: truncated at its own end, aligned with the page's texts. (Mirrored.) */
export const AT_START = { textAlign: 'left' } as const;

/** For a line that holds a `bdi`: ellipsis at the end also of a name in the other writing direction. */
export const CUT_AT_ITS_END = {
  display: 'flex',
  '& > bdi': { overflow: 'hidden', textOverflow: 'ellipsis' },
} as const;
