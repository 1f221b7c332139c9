/** What is above a board stays in the window while the columns scroll sideways, as wide as the page beside the panel. */
export const IN_VIEW = {
  position: 'sticky',
  insetInlineStart: { xs: 16, md: 'calc(var(--beside) + 24px)' },
  width: { xs: 'calc(100vw - 32px)', md: 'calc(100vw - var(--beside) - 48px)' },
} as const;
