import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import { useT } from '#i18n/useT';
import { NewPlaceDialog } from '#ui/form/NewPlaceDialog';
import { newWorkspaceSchema } from '../newWorkspace.schema';
import { useCreateWorkspace } from '../workspaces.api';

interface Props {
  open: boolean;
  onClose: () => void;
  onCreated: (workspace: Workspace) => void;
}

export function NewWorkspaceDialog({ open, onClose, onCreated }: Props) {
  const t = useT();
  const { isPending, error, mutate } = useCreateWorkspace();
  return (
    <NewPlaceDialog
      open={open}
      title={t('workspaces_new')}
      schema={newWorkspaceSchema}
      pending={isPending}
      error={error}
      onSubmit={(values) => mutate(values, { onSuccess: onCreated })}
      onClose={onClose}
    />
  );
}
