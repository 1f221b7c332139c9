/** For the link to the current page. */
export const selectedTint = {
  bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 12%, transparent)',
  color: 'primary.main',
} as const;
