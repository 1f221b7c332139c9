/** Mirrors horizontally pointing icons in right-to-left languages. */
export const mirrored = { '[dir=rtl] &': { transform: 'scaleX(-1)' } } as const;

/** For a name or a line of `dir="auto"`: truncated at its own end, aligned with the page's texts. (Mirrored.) */
export const AT_START = { textAlign: 'left' } as const;
