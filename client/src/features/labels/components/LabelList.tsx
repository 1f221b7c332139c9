import type { Label } from '@livelane/shared/labels/label.schema';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import LabelOutlined from '@mui/icons-material/LabelOutlined';
import MergeType from '@mui/icons-material/MergeTypeOutlined';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useT } from '#i18n/useT';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog';
import { EmptyState } from '#ui/EmptyState';
import { LoadError } from '#ui/LoadError';
import { LabelChip } from '#ui/label/LabelChip';
import { showToast } from '#ui/toast/toast.store';
import { useErrorToast } from '#ui/toast/useErrorToast';
import { Tooltip } from '#ui/tooltip/Tooltip';
import { useErrorText } from '#ui/useErrorText';
import { useRowFocus } from '#ui/useRowFocus';
import { useDeleteLabel, useLabels, useRestoreLabel } from '../labels.api';
import { LabelDialog } from './LabelDialog';
import { MergeDialog } from './MergeDialog';

interface Props {
  workspaceId: string;
  /** Whether this label may be renamed, merged and deleted. */
  canEdit: (label: Label) => boolean;
}

/** The labels of a workspace, each with its actions. */
export function LabelList({ workspaceId, canEdit }: Props) {
  const t = useT();
  const { data: labels, error, refetch } = useLabels([workspaceId]);
  const remove = useDeleteLabel(workspaceId);
  const restore = useRestoreLabel(workspaceId);
  const refusal = useErrorText(remove.error);
  const showError = useErrorToast();
  const rows = useRowFocus();
  const [open, setOpen] = useState<{ kind: 'edit' | 'merge' | 'delete'; label: Label } | null>(null);
  const close = () => {
    setOpen(null);
    remove.reset();
  };
  /** Closes the dialog, and offers to undo its change of a label. */
  const finish = (id: string, description: string) => {
    const undo = () => restore.mutate(id, { onError: showError });
    showToast({ description, variant: 'success', action: { label: t('undo'), run: undo } });
    close();
  };
  const action = (name: string, icon: ReactNode, run: () => void) => (
    <Tooltip title={name}>
      <IconButton aria-label={name} onClick={run}>
        {icon}
      </IconButton>
    </Tooltip>
  );
  if (error && !labels) return <LoadError error={error} title={t('labels_error')} onRetry={refetch} />;
  if (!labels) return <Skeleton variant="rounded" height={160} />;
  if (labels.length === 0)
    return (
      <EmptyState
        icon={<LabelOutlined fontSize="large" />}
        title={t('labels_none')}
        text={t('labels_none_text')}
      />
    );
  return (
    <>
      <Card component="ul" {...rows} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {labels.map((label) => {
          const { id, name } = label;
          return (
            <Stack
              component="li"
              key={id}
              direction="row"
              spacing={1}
              sx={{
                alignItems: 'center',
                minHeight: 56,
                px: 2,
                '& + &': { borderTop: 1, borderColor: 'divider' },
              }}
            >
              <Stack direction="row" spacing={2} sx={{ flexGrow: 1, minWidth: 0, alignItems: 'center' }}>
                <LabelChip label={label} />
                <Typography
                  variant="body2"
                  color="textSecondary"
                  sx={{ display: { xs: 'none', sm: 'block' } }}
                >
                  {t(`label_colour_${label.colour}`)}
                </Typography>
              </Stack>
              {canEdit(label) && (
                <>
                  {action(t('label_edit', { name }), <EditOutlined />, () =>
                    setOpen({ kind: 'edit', label }),
                  )}
                  {labels.length > 1 &&
                    action(t('label_merge_title', { name }), <MergeType />, () =>
                      setOpen({ kind: 'merge', label }),
                    )}
                  {action(t('label_delete', { name }), <DeleteOutlined />, () =>
                    setOpen({ kind: 'delete', label }),
                  )}
                </>
              )}
            </Stack>
          );
        })}
      </Card>
      {open?.kind === 'edit' && (
        <LabelDialog workspaceId={workspaceId} labels={labels} label={open.label} onClose={close} />
      )}
      {open?.kind === 'merge' && (
        <MergeDialog
          workspaceId={workspaceId}
          labels={labels}
          label={open.label}
          onDone={(message) => finish(open.label.id, message)}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          open
          title={t('label_delete_title', { name: open.label.name })}
          text={t('label_delete_text')}
          confirmLabel={t('card_delete')}
          pending={remove.isPending}
          error={refusal ?? undefined}
          onConfirm={() =>
            remove.mutate(open.label.id, {
              onSuccess: () => finish(open.label.id, t('label_deleted', { name: open.label.name })),
            })
          }
          onClose={close}
        />
      )}
    </>
  );
}
