import Button, { type ButtonProps } from '@mui/material/Button';

interface Props extends ButtonProps {
  /** What it sends is under way. */
  isPending: boolean;
}

/**
 * A button that sends something, a form unless it has another `type`. While that is under way it looks disabled and
 * ignores presses, Enter in a field of its form too. A button that is disabled would lose the focus.
 */
export function SubmitButton({ isPending, onClick, ...button }: Props) {
  return (
    <Button
      type="submit"
      variant="contained"
      {...button}
      {...(isPending && { 'aria-disabled': true, className: 'Mui-disabled' })}
      onClick={(event) => (isPending ? event.preventDefault() : onClick?.(event))}
    />
  );
}
