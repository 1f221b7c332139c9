import { useEffect, useState } from 'react';
import { addLayer } from './layers';

/** In an open dialog: the container of topmost content, while no other dialog is above it. */
export function DialogLayer() {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => (element ? addLayer(element) : undefined), [element]);
  return <div ref={setElement} />;
}
