import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { useMemo } from 'react';
import { useT } from '#i18n/useT';
import { textChanges } from '#lib/textDiff';

const MARKS = {
  removed: { component: 'del', colour: 'error', label: 'task_conflict_removed' },
  added: { component: 'ins', colour: 'success', label: 'task_conflict_added' },
} as const;

/** A text with the words that were removed from the former one and those that were added. */
export function TextDifference({ before, after }: { before: string; after: string }) {
  const t = useT();
  const parts = useMemo(() => textChanges(before, after), [before, after]);
  let at = 0;
  return (
    <Box
      dir="auto"
      sx={{
        p: 1,
        maxHeight: 200,
        overflow: 'auto',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        color: 'text.primary',
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
      }}
    >
      {parts.map(({ kind, text: words }) => {
        const key = at;
        at += words.length;
        if (kind === 'same') return <span key={`${kind} ${key}`}>{words}</span>;
        const { component, colour, label: spoken } = MARKS[kind];
        return (
          <Box
            key={`${kind} ${key}`}
            component={component}
            sx={{
              bgcolor: `color-mix(in srgb, var(--mui-palette-${colour}-main) 16%, transparent)`,
              textDecoration: kind === 'removed' ? 'line-through' : 'none',
              borderRadius: 0.5,
            }}
          >
            {/* Isolated: it must not affect the direction of the text. */}
            <bdi style={visuallyHidden}>{t(spoken)} </bdi>
            {words}
          </Box>
        );
      })}
    </Box>
  );
}
