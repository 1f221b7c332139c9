import { auditEventNames } from '@livelane/shared/admin/audit.events';
import Download from '@mui/icons-material/DownloadOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { DateInput } from '#ui/date/DateInput';
import { FormError } from '#ui/form/FormError';
import { SubmitButton } from '#ui/form/SubmitButton';
import { type AuditAsked, auditQuery, fetchAuditCsv, personQuery } from '../admin.api';
import { AuditLine } from './AuditLine';
import { PagedList } from './PagedList';

/** How long a browser may take to start a download. */
const FILE_KEPT_MS = 60_000;

/** The audit log by event, person and day. The filter is in the address. */
export function AuditPanel() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const of = (name: keyof AuditAsked) => params.get(name) ?? '';
  const asked: AuditAsked = {
    event: of('event'),
    userId: of('userId'),
    from: of('from'),
    to: of('to'),
  };
  const put = (name: keyof AuditAsked, value: string | null) => {
    const next = new URLSearchParams(window.location.search);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true });
  };
  const list = useInfiniteQuery(auditQuery(asked));
  const csv = useMutation({ mutationFn: () => fetchAuditCsv(asked), onSuccess: save });
  return (
    <Stack spacing={2}>
      <Box
        role="search"
        aria-label={t('admin_audit_filters')}
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: '2fr 1fr 1fr auto' },
          gap: 1.5,
          alignItems: 'start',
        }}
      >
        <TextField
          select
          label={t('admin_audit_event')}
          value={(auditEventNames as readonly string[]).includes(asked.event) ? asked.event : ''}
          onChange={({ target }) => put('event', target.value)}
        >
          <MenuItem value="">{t('admin_audit_all')}</MenuItem>
          {auditEventNames.map((name) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <DateInput
          label={t('admin_audit_from')}
          value={asked.from || null}
          onChange={(day) => put('from', day)}
        />
        <DateInput label={t('admin_audit_to')} value={asked.to || null} onChange={(day) => put('to', day)} />
        <SubmitButton
          type="button"
          variant="outlined"
          startIcon={<Download />}
          isPending={csv.isPending}
          onClick={() => csv.mutate()}
          // As high as the fields beside it.
          sx={{ minHeight: 38 }}
        >
          {t('admin_audit_export')}
        </SubmitButton>
      </Box>
      {asked.userId && <PersonChip userId={asked.userId} onDelete={() => put('userId', null)} />}
      <FormError error={csv.error} />
      <PagedList
        list={list}
        failed={t('admin_audit_error')}
        icon={<History fontSize="large" />}
        empty={t('admin_audit_none')}
      >
        {(item) => <AuditLine key={item.id} item={item} onPerson={(userId) => put('userId', userId)} />}
      </PagedList>
    </Stack>
  );
}

function PersonChip({ userId, onDelete }: { userId: string; onDelete: () => void }) {
  const t = useT();
  const { data } = useQuery(personQuery(userId));
  const name = data ? `${data.firstName} ${data.surname}` : userId;
  return <Chip label={t('admin_audit_person', { name })} onDelete={onDelete} sx={{ alignSelf: 'start' }} />;
}

function save(file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'livelane-audit.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FILE_KEPT_MS);
}
