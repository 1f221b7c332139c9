import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { renderMarkdown, withTask } from './markdown';

export interface RenderedMarkdownProps {
  text: string;
  /** Called with the new text when someone ticks a task; absent for read-only texts. */
  onChange?: ((text: string) => void) | undefined;
}

/** Rendered Markdown. */
export function RenderedMarkdown({ text, onChange }: RenderedMarkdownProps) {
  const box = useRef<HTMLDivElement>(null);
  const mayTick = onChange !== undefined;
  useEffect(() => {
    const shown = renderMarkdown(text);
    for (const input of shown.querySelectorAll('input')) input.disabled = !mayTick;
    const line = box.current?.querySelector<HTMLElement>('input:focus')?.dataset.line;
    box.current?.replaceChildren(shown);
    if (line) box.current?.querySelector<HTMLElement>(`input[data-line="${line}"]`)?.focus();
  }, [text, mayTick]);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });
  useEffect(() => {
    const element = box.current;
    const tick = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return;
      changed.current?.(withTask(text, Number(target.dataset.line), target.checked));
    };
    element?.addEventListener('change', tick);
    return () => element?.removeEventListener('change', tick);
  }, [text]);
  return <Box ref={box} sx={LOOKS} />;
}

const LOOKS = {
  overflowWrap: 'anywhere',
  lineHeight: 1.6,
  '& > :first-of-type': { mt: 0 },
  '& > :last-child': { mb: 0 },
  '& p, & ul, & ol, & pre, & blockquote, & table': { my: 1 },
  // Each item starts on the side of its own text, with its marker there.
  '& ul, & ol': { paddingInline: '24px' },
  '& li.task': { listStyle: 'none', marginInlineStart: '-22px' },
  '& li.task input': { marginInlineEnd: '4px', accentColor: 'var(--mui-palette-primary-main)' },
  '& h1, & h2, & h3, & h4, & h5, & h6': { fontSize: '1em', fontWeight: 700, mt: 2, mb: 1 },
  '& h1': { fontSize: '1.2em' },
  '& h2': { fontSize: '1.1em' },
  '& a': { color: 'primary.main' },
  '& code': { px: 0.5, borderRadius: 0.5, bgcolor: 'action.hover', fontSize: '0.9em' },
  '& pre': { p: 1, overflowX: 'auto', borderRadius: 1, bgcolor: 'action.hover' },
  '& pre code': { p: 0, bgcolor: 'transparent' },
  '& blockquote': {
    mx: 0,
    paddingInlineStart: 1.5,
    borderInlineStart: 3,
    borderColor: 'divider',
    color: 'text.secondary',
  },
  '& table': { display: 'block', overflowX: 'auto', borderCollapse: 'collapse' },
  '& th, & td': {
    border: 1,
    borderColor: 'divider',
    px: 1,
    py: 0.5,
    textAlign: 'start',
    // A table scrolls; with "anywhere" its columns would shrink to a letter.
    overflowWrap: 'break-word',
  },
  '& .mention': { fontWeight: 600, color: 'primary.main', unicodeBidi: 'isolate' },
} as const;
