import Box from '@mui/material/Box';
import { deferred } from '../lazy/deferred';
import type { RenderedMarkdownProps } from './RenderedMarkdown';

/** A text in Markdown; as it was typed while no server answers. Its parser comes in a script of its own. */
export const MarkdownText = deferred<RenderedMarkdownProps>(
  async () => (await import('./RenderedMarkdown')).RenderedMarkdown,
  undefined,
  ({ text }) => (
    <Box dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Box>
  ),
);
