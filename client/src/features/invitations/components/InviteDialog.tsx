import DialogContent from '@mui/material/DialogContent';
import { useT } from '#i18n/useT';
import { AppDialog } from '#ui/dialog/AppDialog';
import { InviteForm, type InviteFormProps } from './InviteForm';

interface Props extends Pick<InviteFormProps, 'workspaceId' | 'role' | 'project' | 'initialEmail'> {
  onClose: () => void;
}

/** Invites people by a link. */
export function InviteDialog({ onClose, ...invitation }: Props) {
  const t = useT();
  return (
    <AppDialog open onClose={onClose} title={t('invite_title')}>
      <DialogContent>
        <InviteForm
          {...invitation}
          text={t('invite_text')}
          cancelLabel={t('action_cancel')}
          onCancel={onClose}
          onDone={onClose}
        />
      </DialogContent>
    </AppDialog>
  );
}
