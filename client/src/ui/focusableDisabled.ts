/**
 * Props of a button that looks disabled, or none. It keeps the focus, which a disabled one would lose, and so has to
 * ignore presses by itself.
 */
export const focusableDisabled = (isDisabled: boolean) =>
  isDisabled ? ({ 'aria-disabled': true, className: 'Mui-disabled' } as const) : {};
