import Box from '@mui/material/Box';
import { deferred } from '../lazy/deferred';
import type { RenderedMarkdownProps } from './RenderedMarkdown';

/** Rendered Markdown; its source while no server answers. The parser comes in a script of its own. */
export const MarkdownText = deferred<RenderedMarkdownProps>(
  async () => (await import('./RenderedMarkdown')).RenderedMarkdown,
  undefined,
  ({ text }) => (
    <Box dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Box>
  ),
);
