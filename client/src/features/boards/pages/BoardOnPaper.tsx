import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { withLateTexts } from '#i18n/late.texts';
import { preloadLater } from '#lib/quietMoment';
import { deferred } from '#ui/lazy/deferred';

const PrintedBoard = deferred(
  withLateTexts(async () => (await import('../components/PrintedBoard')).PrintedBoard),
);

/** What is printed in the place of the board on the screen; it is there before the browser takes its picture. */
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
