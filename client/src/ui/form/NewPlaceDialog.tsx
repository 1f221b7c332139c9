import DialogContent from '@mui/material/DialogContent';
import type * as z from 'zod/mini';
import { useT } from '#i18n/useT';
import { AppDialog } from '../dialog/AppDialog';
import { type NameDescription, NameDescriptionForm } from './NameDescriptionForm';

interface Props {
  open: boolean;
  title: string;
  schema: z.ZodMiniType;
  pending: boolean;
  error: unknown;
  onSubmit: (values: NameDescription) => void;
  onClose: () => void;
}

const EMPTY: NameDescription = { name: '', description: '' };

/** Creates a workspace or a project. */
export function NewPlaceDialog({ open, title, schema, pending, error, onSubmit, onClose }: Props) {
  const t = useT();
  return (
    <AppDialog open={open} onClose={onClose} title={title}>
      <DialogContent>
        <NameDescriptionForm
          label={title}
          schema={schema}
          values={EMPTY}
          submitLabel={t('create')}
          pending={pending}
          error={error}
          onSubmit={onSubmit}
          onCancel={onClose}
        />
      </DialogContent>
    </AppDialog>
  );
}
