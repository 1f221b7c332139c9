import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTopLayer } from './layers';

/**
 * What is to be heard and used whatever is open: it is in the topmost dialog. What is behind that is hidden from screen readers, and
 * the focus cannot go there.
 */
export function InTopLayer({ children }: { children: ReactNode }) {
  const layer = useTopLayer();
  return layer ? createPortal(children, layer) : children;
}
