import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { PageTitle } from './PageTitle';

interface Props {
  title: string;
  text: string;
  children?: ReactNode;
}

/** The one card of a page that a link opens. */
export function LinkCard({ title, text, children }: Props) {
  return (
    <Card sx={{ maxWidth: 480, mx: 'auto' }}>
      <PageTitle title={title} />
      <CardContent sx={{ p: { xs: 2, sm: 4 } }}>
        <Typography variant="h1">{title}</Typography>
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {text}
        </Typography>
        {children}
      </CardContent>
    </Card>
  );
}
