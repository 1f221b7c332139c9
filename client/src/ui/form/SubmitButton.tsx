import Button, { type ButtonProps } from '@mui/material/Button';
import { focusableDisabled } from '../focusableDisabled';

interface Props extends ButtonProps {
  /** What it sends is under way. */
  isPending: boolean;
}

/**
 * A button that sends something, a form unless it has another `type`. While that is under way it looks disabled and
 * ignores presses, Enter in a field of its form too.
 */
export function SubmitButton({ isPending, onClick, ...button }: Props) {
  return (
    <Button
      type="submit"
      variant="contained"
      {...button}
      {...focusableDisabled(isPending)}
      onClick={(event) => (isPending ? event.preventDefault() : onClick?.(event))}
    />
  );
}
