import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useT } from '#i18n/useT';
import { MarkdownText } from '#ui/markdown/MarkdownText';
import type { TaskFormValues } from '../task.form';

/** A task's texts, for people who may not change it. */
export function TaskTextsRead({ values: { title, description } }: { values: TaskFormValues }) {
  const t = useT();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h1" component="h2" dir="auto" sx={{ overflowWrap: 'anywhere', mb: 2 }}>
        {title}
      </Typography>
      <Typography variant="overline" component="h3" color="textSecondary">
        {t('task_description')}
      </Typography>
      {description ? (
        <Box sx={{ fontSize: '0.9375rem' }}>
          <MarkdownText text={description} />
        </Box>
      ) : (
        <Typography color="textSecondary" sx={{ fontSize: '0.9375rem' }}>
          {t('task_description_none')}
        </Typography>
      )}
    </Box>
  );
}
