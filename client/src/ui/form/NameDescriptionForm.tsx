import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type * as z from 'zod/mini';
import { useT } from '#i18n/useT';
import { FormError } from './FormError';
import { FormField } from './FormField';
import { SubmitButton } from './SubmitButton';
import { schemaResolver } from './schemaResolver';
import { type FormDrafts, useLiveForm } from './useLiveForm';

export interface NameDescription {
  name: string;
  description: string;
}

interface Props {
  label: string;
  schema: z.ZodMiniType;
  values: NameDescription;
  submitLabel: string;
  pending: boolean;
  error: unknown;
  /** Shown before the error's text. */
  errorLabel?: string;
  /** @param onSaved to be called once the values are saved, if the form stays */
  onSubmit: (values: NameDescription, onSaved: () => void) => void;
  /** Called when a field is wrong and nothing was sent. */
  onInvalid?: () => void;
  onCancel?: () => void;
  /** Shown to be read: nothing can be typed or saved. */
  readOnly?: boolean;
  /** Keep what is typed through other pages; of one form for its whole life. */
  drafts?: FormDrafts | undefined;
  /** For dialogs, whose purpose is the form; on a page it rarely is. */
  autoFocus?: boolean;
}

/** Name and description of a workspace or project, new or old. */
export function NameDescriptionForm(props: Props) {
  const {
    label,
    schema,
    values,
    submitLabel,
    pending,
    error,
    errorLabel,
    onSubmit,
    onInvalid,
    onCancel,
    readOnly = false,
    drafts,
    autoFocus = onCancel !== undefined,
  } = props;
  const t = useT();
  const { control, handleSubmit, settle } = useLiveForm<NameDescription>(
    values,
    schemaResolver(schema),
    readOnly ? undefined : drafts,
  );
  const submit = handleSubmit((typed) => onSubmit(typed, () => settle(typed)), onInvalid);
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      sx={{ pt: 1 }}
      aria-label={label}
      // Enter submits a form with one line of input even without a button.
      onSubmit={(event) => (readOnly ? event.preventDefault() : void submit(event))}
    >
      <FormField
        control={control}
        name="name"
        label={t('field_name')}
        readOnly={readOnly}
        autoFocus={autoFocus}
      />
      <FormField
        control={control}
        name="description"
        label={t('field_description')}
        multiline
        minRows={3}
        readOnly={readOnly}
      />
      <FormError error={error} label={errorLabel} />
      {!readOnly && (
        <Stack direction="row" spacing={1} sx={{ justifyContent: onCancel ? 'flex-end' : 'flex-start' }}>
          {onCancel && (
            <Button onClick={onCancel} color="inherit">
              {t('action_cancel')}
            </Button>
          )}
          <SubmitButton isPending={pending}>{pending ? t('action_saving') : submitLabel}</SubmitButton>
        </Stack>
      )}
    </Stack>
  );
}
