import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { withLateTexts } from '#i18n/late.texts';
import { preloadLater } from '#lib/quietMoment';
import { deferred } from '#ui/lazy/deferred';

const PrintedBoard = deferred(withLateTexts(async () => (await import('./PrintedBoard')).PrintedBoard));

/** Printed in place of the board on the screen; rendered before the browser takes its snapshot. */
export function BoardOnPaper({ title }: { title: string }) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => preloadLater([PrintedBoard]), []);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting ? <PrintedBoard title={title} /> : null;
}
