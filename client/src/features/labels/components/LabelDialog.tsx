import { createLabelSchema, type Label } from '@livelane/shared/labels/label.schema';
import { type LabelColour, labelColours } from '@livelane/shared/labels/label.values';
import Box from '@mui/material/Box';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useT } from '#i18n/useT';
import { clock } from '#lib/clock';
import { AppDialog } from '#ui/dialog/AppDialog';
import { FormActions } from '#ui/form/FormActions';
import { FormError } from '#ui/form/FormError';
import { FormField } from '#ui/form/FormField';
import { SubmitButton } from '#ui/form/SubmitButton';
import { schemaResolver } from '#ui/form/schemaResolver';
import { LabelSwatch } from '#ui/label/LabelSwatch';
import { useSavedToast } from '#ui/toast/useSavedToast';
import { nextColour } from '../label.names';
import { useCreateLabel, useReadLabels, useUpdateLabel } from '../labels.api';

interface Props {
  workspaceId: string;
  labels: readonly Label[];
  /** Absent: a new one. */
  label?: Label | undefined;
  onClose: () => void;
}

interface Values {
  name: string;
  colour: LabelColour;
}

/** Creates a label, or changes its name or colour. */
export function LabelDialog({ workspaceId, labels, label, onClose }: Props) {
  const t = useT();
  const coloursId = useId();
  const create = useCreateLabel(workspaceId);
  const update = useUpdateLabel(workspaceId);
  const { control, handleSubmit, formState } = useForm<Values>({
    defaultValues: { name: label?.name ?? '', colour: label?.colour ?? nextColour(labels) },
    resolver: schemaResolver(createLabelSchema),
  });
  const showSaved = useSavedToast();
  const readLabels = useReadLabels([workspaceId]);
  const { dirtyFields } = formState;
  /** Others may change the rest meanwhile. */
  const edited = ({ name, colour }: Values): Partial<Values> => ({
    ...(dirtyFields.name && { name }),
    ...(dirtyFields.colour && { colour }),
  });
  const change = (before: Label, values: Values) => {
    const { id } = before;
    const former = edited(before);
    update.mutate(
      { id, ...edited(values) },
      {
        onSuccess: (stored) => {
          onClose();
          showSaved({
            description: t('label_saved', { name: stored.name }),
            title: stored.name,
            // The server trims a name: what was typed would look like someone else's change.
            saved: edited(stored),
            read: async () => (await readLabels()).find((each) => each.id === id),
            restore: () => update.mutateAsync({ id, ...former }),
          });
        },
      },
    );
  };
  const add = ({ name, colour }: Values) => {
    const last = create.variables;
    // The same again has the same id: the label may exist already, and its answer be lost.
    const isAgain = last?.name === name && last.colour === colour;
    create.mutate(isAgain ? last : { id: clock.newId(), name, colour }, { onSuccess: onClose });
  };
  const save = (values: Values) => (label ? change(label, values) : add(values));
  const title = label ? t('label_edit', { name: label.name }) : t('labels_add');
  return (
    <AppDialog open onClose={onClose} title={title}>
      <Box component="form" noValidate onSubmit={handleSubmit(save)} aria-label={title}>
        <DialogContent>
          <Stack spacing={2}>
            <FormField control={control} name="name" label={t('label_name')} autoFocus />
            <Controller
              control={control}
              name="colour"
              render={({ field }) => (
                <Box role="radiogroup" aria-labelledby={coloursId}>
                  <Typography id={coloursId} variant="body2" color="textSecondary" sx={{ mb: 1 }}>
                    {t('label_colour')}
                  </Typography>
                  <Box sx={COLOURS}>
                    {labelColours.map((colour) => (
                      <Box component="label" key={colour} sx={COLOUR}>
                        <input
                          type="radio"
                          name={field.name}
                          checked={field.value === colour}
                          onChange={() => field.onChange(colour)}
                        />
                        <LabelSwatch colour={colour} />
                        {t(`label_colour_${colour}`)}
                      </Box>
                    ))}
                  </Box>
                </Box>
              )}
            />
            <FormError error={create.error ?? update.error} />
          </Stack>
        </DialogContent>
        <FormActions onCancel={onClose}>
          <SubmitButton isPending={create.isPending || update.isPending}>{t('action_save')}</SubmitButton>
        </FormActions>
      </Box>
    </AppDialog>
  );
}

const COLOURS = { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(128px, 1fr))', gap: 0.5 };
const COLOUR = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 36,
  px: 1,
  borderRadius: 1,
  fontSize: '0.875rem',
  cursor: 'pointer',
  '&:hover': { bgcolor: 'action.hover' },
  '& > input': { m: 0, accentColor: 'var(--mui-palette-primary-main)' },
};
