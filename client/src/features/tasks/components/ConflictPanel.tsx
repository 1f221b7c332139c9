import type { EditConflict } from '@livelane/shared/http/error.schema';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '../../../i18n/useT';

interface Props {
  conflict: EditConflict;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/** Two people changed one description: all three texts side by side, nothing lost (SPEC.md#conflicts). */
export function ConflictPanel({ conflict, onTakeTheirs, onKeepMine }: Props) {
  const t = useT();
  const texts = [
    { label: t('task_conflict_base'), text: conflict.base },
    { label: t('task_conflict_theirs'), text: conflict.theirs },
    { label: t('task_conflict_mine'), text: conflict.mine },
  ];
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { width: '100%' } }}>
      <AlertTitle>{t('task_conflict_title')}</AlertTitle>
      <Typography variant="body2">{t('task_conflict_text')}</Typography>
      <Box sx={{ display: 'grid', gap: 1, my: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr 1fr' } }}>
        {texts.map(({ label, text }) => (
          <Box key={label} component="figure" sx={{ m: 0, minWidth: 0 }}>
            <Typography component="figcaption" variant="overline">
              {label}
            </Typography>
            <Box
              sx={{
                p: 1,
                maxHeight: 200,
                overflow: 'auto',
                whiteSpace: 'pre-wrap',
                overflowWrap: 'anywhere',
                bgcolor: 'background.paper',
                border: 1,
                borderColor: 'divider',
                borderRadius: 1,
              }}
            >
              {text}
            </Box>
          </Box>
        ))}
      </Box>
      <Stack direction="row" spacing={1}>
        <Button size="small" variant="outlined" color="inherit" onClick={onTakeTheirs}>
          {t('task_conflict_take_theirs')}
        </Button>
        <Button size="small" variant="contained" onClick={onKeepMine}>
          {t('task_conflict_take_mine')}
        </Button>
      </Stack>
    </Alert>
  );
}
