import type { SystemState } from '@livelane/shared/admin/admin.schema';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useT } from '#i18n/useT';
import { LoadError } from '#ui/LoadError';
import { systemQuery } from '../admin.api';

const MEGABYTE = 1_000_000;

/** Versions, storage, the log's size and waiting mails, read again while it is shown. */
export function SystemPanel() {
  const t = useT();
  const { data, error, refetch } = useQuery(systemQuery);
  return (
    <Stack spacing={2}>
      <LoadError error={error} title={t('admin_system_error')} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton variant="rounded" height={240} />}
      {data && <Figures state={data} />}
      {data && <Nodes state={data} />}
    </Stack>
  );
}

function Figures({ state: { version, storageBytes, ops, mail } }: { state: SystemState }) {
  const t = useT();
  const { formatNumber } = useIntl();
  const megabytes = formatNumber(storageBytes / MEGABYTE, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });
  const figures: Array<[string, string]> = [
    [t('admin_version'), version],
    [t('admin_storage'), megabytes],
    [t('admin_ops'), formatNumber(ops)],
    [t('admin_mails'), formatNumber(mail.queued)],
  ];
  return (
    <>
      {mail.failing > 0 && (
        <Alert severity="warning">{t('admin_mails_failing', { count: mail.failing })}</Alert>
      )}
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' },
          gap: 1.5,
          m: 0,
        }}
      >
        {figures.map(([name, value]) => (
          <Card key={name} component="div" sx={{ p: 2 }}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {name}
            </Typography>
            <Typography component="dd" variant="h2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value}
            </Typography>
          </Card>
        ))}
      </Box>
    </>
  );
}

function Nodes({ state: { nodes } }: { state: SystemState }) {
  const t = useT();
  const { formatDate } = useIntl();
  const hasSeveral = new Set(nodes.map(({ version }) => version)).size > 1;
  return (
    <Card>
      <CardContent sx={{ p: 2 }}>
        <Typography variant="h3" component="h2" sx={{ mb: 1.5 }}>
          {t('admin_nodes')}
        </Typography>
        {hasSeveral && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {t('admin_nodes_differ')}
          </Alert>
        )}
        <Stack component="ul" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {nodes.map(({ id, version, seenAt }) => (
            <Box component="li" key={id}>
              <Typography sx={{ fontWeight: 600 }}>{t('admin_node_version', { version })}</Typography>
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                <bdi>{id}</bdi> ·{' '}
                {t('sessions_seen', {
                  date: formatDate(seenAt, { dateStyle: 'medium', timeStyle: 'medium' }),
                })}
              </Typography>
            </Box>
          ))}
        </Stack>
      </CardContent>
    </Card>
  );
}
