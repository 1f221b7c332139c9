import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { LongText } from '../LongText';
import { PageTitle } from './PageTitle';

interface Props {
  title: string;
  text?: string | undefined;
  children?: ReactNode;
}

/** The heading of a page, with its actions. */
export function PageHeader({ title, text, children }: Props) {
  return (
    <Stack
      direction={{ xs: 'column', sm: 'row' }}
      spacing={2}
      sx={{ justifyContent: 'space-between', alignItems: { xs: 'stretch', sm: 'flex-start' }, mb: 3 }}
    >
      <PageTitle title={title} />
      <Stack spacing={0.5} sx={{ minWidth: 0 }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{title}</bdi>
        </Typography>
        {text && <LongText text={text} />}
      </Stack>
      {children && (
        <Stack
          direction="row"
          spacing={1}
          useFlexGap
          sx={{ flexShrink: 0, flexWrap: 'wrap', whiteSpace: 'nowrap' }}
        >
          {children}
        </Stack>
      )}
    </Stack>
  );
}
