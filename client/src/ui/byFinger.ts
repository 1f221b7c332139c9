/** For a finger, a target is at least 44 pixels wide and high. */
export const BY_FINGER = '@media (pointer: coarse)';

/** Of a row of small icon buttons, whose targets (`theme.ts`) must not cover each other. @param size of a button */
export const apartByFinger = (size: 30 | 34) => ({
  [BY_FINGER]: { '& > .MuiIconButton-root': { marginInline: `${(44 - size) / 2}px` } },
});
