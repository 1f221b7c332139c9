import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTopLayer } from './layers';

/**
 * Renders content into the topmost dialog, so that it stays usable: screen readers and the focus cannot reach elements
 * behind that.
 */
export function InTopLayer({ children }: { children: ReactNode }) {
  const layer = useTopLayer();
  return layer ? createPortal(children, layer) : children;
}
