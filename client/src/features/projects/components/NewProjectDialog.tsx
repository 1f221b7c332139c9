import { type Project, updateProjectSchema } from '@livelane/shared/projects/project.schema';
import DialogContent from '@mui/material/DialogContent';
import { useT } from '#i18n/useT';
import { AppDialog } from '#ui/dialog/AppDialog';
import { NameDescriptionForm } from '#ui/form/NameDescriptionForm';
import { useCreateProject } from '../projects.api';

interface Props {
  workspaceId: string;
  open: boolean;
  onClose: () => void;
  onCreated: (project: Project) => void;
}

const EMPTY = { name: '', description: '' };

export function NewProjectDialog({ workspaceId, open, onClose, onCreated }: Props) {
  const t = useT();
  const create = useCreateProject();
  return (
    <AppDialog open={open} onClose={onClose} title={t('project_new')}>
      <DialogContent>
        <NameDescriptionForm
          label={t('project_new')}
          schema={updateProjectSchema}
          values={EMPTY}
          submitLabel={t('create')}
          pending={create.isPending}
          error={create.error}
          onSubmit={(values) => create.mutate({ ...values, workspaceId }, { onSuccess: onCreated })}
          onCancel={onClose}
        />
      </DialogContent>
    </AppDialog>
  );
}
