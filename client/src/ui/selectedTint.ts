/** Of the link to the page one is on. */
export const selectedTint = {
  bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 12%, transparent)',
  color: 'primary.main',
} as const;
