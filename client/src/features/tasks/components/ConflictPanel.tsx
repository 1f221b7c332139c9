import type { EditConflict } from '@livelane/shared/http/error.schema';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '#i18n/useT';
import { TextDifference } from '#ui/TextDifference';

interface Props {
  conflict: EditConflict;
  /** The author of the other text; undefined if unknown. */
  name?: string | undefined;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  /** Combines both people's changes in one text (`combinedText`). */
  onCombine: () => void;
}

/** Shows two people's changes of one text, word by word, so that none is lost (SPEC.md#conflicts). */
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
        <Button size="small" variant="contained" onClick={onCombine}>
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

/** One version, with removed and added words. */
function Version({ label, base, text }: { label: string; base: string; text: string }) {
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      <Typography component="figcaption" variant="overline">
        <bdi>{label}</bdi>
      </Typography>
      <TextDifference before={base} after={text} />
    </Box>
  );
}
