import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import DialogContent from '@mui/material/DialogContent';
import { useT } from '#i18n/useT';
import { AppDialog } from '#ui/dialog/AppDialog';
import { NameDescriptionForm } from '#ui/form/NameDescriptionForm';
import { newWorkspaceSchema } from '../newWorkspace.schema';
import { useCreateWorkspace } from '../workspaces.api';

interface Props {
  open: boolean;
  onClose: () => void;
  onCreated: (workspace: Workspace) => void;
}

const EMPTY = { name: '', description: '' };

export function NewWorkspaceDialog({ open, onClose, onCreated }: Props) {
  const t = useT();
  const create = useCreateWorkspace();
  return (
    <AppDialog open={open} onClose={onClose} title={t('workspaces_new')}>
      <DialogContent>
        <NameDescriptionForm
          label={t('workspaces_new')}
          schema={newWorkspaceSchema}
          values={EMPTY}
          submitLabel={t('create')}
          pending={create.isPending}
          error={create.error}
          onSubmit={(values) => create.mutate(values, { onSuccess: onCreated })}
          onCancel={onClose}
        />
      </DialogContent>
    </AppDialog>
  );
}
