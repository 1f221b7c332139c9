import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { typedText } from '#lib/typedText';

/** A new task requested by a shortcut of the installed app, or shared by another app (manifest). */
export interface AskedTask {
  title?: string;
  description?: string;
}

const PARAMS = ['new', 'share-title', 'share-text', 'share-url'] as const;

/** Reads the fields of a new task from the address; null if it requests none. */
function askedTask(search: string): AskedTask | null {
  const params = new URLSearchParams(search);
  if (!PARAMS.some((name) => params.has(name))) return null;
  const part = (name: (typeof PARAMS)[number]) => typedText(params.get(name) ?? '');
  const [text, url] = [part('share-text'), part('share-url')];
  const [firstLine = '', ...lines] = (part('share-title') || text || url).split('\n');
  const rest = part('share-title') ? text : lines.join('\n').trim();
  const description = [rest, url].filter((each) => each && each !== firstLine).join('\n\n');
  return { ...(firstLine && { title: firstLine }), ...(description && { description }) };
}

/** Opens a new task if the address requests one, once: removes it from the address. */
export function useAskedTask(onAsked: (asked: AskedTask) => void): void {
  const navigate = useNavigate();
  const report = useRef(onAsked);
  useEffect(() => {
    const { search } = window.location;
    const asked = askedTask(search);
    if (!asked) return;
    report.current(asked);
    const params = new URLSearchParams(search);
    for (const name of PARAMS) params.delete(name);
    navigate({ search: params.toString() }, { replace: true });
  }, [navigate]);
}
