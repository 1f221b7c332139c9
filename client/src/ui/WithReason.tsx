import Box from '@mui/material/Box';
import { type ReactNode, useId } from 'react';
import { Tooltip } from './tooltip/Tooltip';

interface Props {
  /** Why the control is disabled; null if it is not. */
  reason: string | null;
  /** The tooltip when there is no reason. */
  hint?: string;
  /** Fills the remaining space. */
  grow?: boolean;
  /** The control; it takes the id as its `aria-describedby`. */
  children: (describedBy: string | undefined) => ReactNode;
}

/**
 * Wraps a control that may be disabled: the reason is its tooltip and is read by screen readers. A disabled control gets
 * neither pointer events nor the focus, but the box around it does.
 */
export function WithReason({ reason, hint = '', grow = false, children }: Props) {
  const id = useId();
  return (
    <Tooltip title={reason ?? hint} describeChild={reason === null} opensByPress={reason !== null}>
      <Box
        component="span"
        {...(reason !== null && { role: 'group', tabIndex: 0 })}
        sx={{ display: 'inline-flex', flexGrow: grow ? 1 : 0 }}
      >
        {children(reason === null ? undefined : id)}
        {reason !== null && (
          <span id={id} hidden>
            {reason}
          </span>
        )}
      </Box>
    </Tooltip>
  );
}
