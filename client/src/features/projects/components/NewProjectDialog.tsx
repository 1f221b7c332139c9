import { type Project, updateProjectSchema } from '@livelane/shared/projects/project.schema';
import { useT } from '#i18n/useT';
import { NewPlaceDialog } from '#ui/form/NewPlaceDialog';
import { useCreateProject } from '../projects.api';

interface Props {
  workspaceId: string;
  open: boolean;
  onClose: () => void;
  onCreated: (project: Project) => void;
}

export function NewProjectDialog({ workspaceId, open, onClose, onCreated }: Props) {
  const t = useT();
  const { isPending, error, mutate } = useCreateProject();
  return (
    <NewPlaceDialog
      open={open}
      title={t('project_new')}
      schema={updateProjectSchema}
      pending={isPending}
      error={error}
      onSubmit={(values) => mutate({ ...values, workspaceId }, { onSuccess: onCreated })}
      onClose={onClose}
    />
  );
}
