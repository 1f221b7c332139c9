import type { EditConflict } from '@livelane/shared/http/error.schema';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useMemo } from 'react';
import { useT } from '#i18n/useT';
import { combinedText, textChanges } from '../textDiff';

interface Props {
  conflict: EditConflict;
  /** Whose text the other one is; undefined where it is not known. */
  name?: string | undefined;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  /** Takes both people's changes in one text. */
  onCombine: (text: string) => void;
}

/** Two people changed one description: what each of them changed, word by word, nothing lost (SPEC.md#conflicts). */
export function ConflictPanel({ conflict, name, onTakeTheirs, onKeepMine, onCombine }: Props) {
  const t = useT();
  const { base, theirs, mine } = conflict;
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { width: '100%' } }}>
      <AlertTitle>{t('task_conflict_title')}</AlertTitle>
      <Typography variant="body2">
        {name ? t('task_conflict_text_by', { name }) : t('task_conflict_text')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, my: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Version label={name ?? t('task_conflict_theirs')} base={base} text={theirs} />
        <Version label={t('task_conflict_mine')} base={base} text={mine} />
      </Box>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" variant="contained" onClick={() => onCombine(combinedText(base, theirs, mine))}>
          {t('task_conflict_combine')}
        </Button>
        <Button size="small" variant="outlined" color="inherit" onClick={onTakeTheirs}>
          {t('task_conflict_take_theirs')}
        </Button>
        <Button size="small" variant="outlined" color="inherit" onClick={onKeepMine}>
          {t('task_conflict_take_mine')}
        </Button>
      </Stack>
    </Alert>
  );
}

const MARKS = {
  removed: { component: 'del', colour: 'error', label: 'task_conflict_removed' },
  added: { component: 'ins', colour: 'success', label: 'task_conflict_added' },
} as const;

/** One version, with what was taken out of the former text and what was put in. */
function Version({ label, base, text }: { label: string; base: string; text: string }) {
  const t = useT();
  const parts = useMemo(() => textChanges(base, text), [base, text]);
  let at = 0;
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      <Typography component="figcaption" variant="overline">
        <bdi>{label}</bdi>
      </Typography>
      <Box
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
        dir="auto"
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
              <span style={visuallyHidden}>{t(spoken)} </span>
              {words}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
