import Alert from '@mui/material/Alert';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ZodMiniType } from 'zod/mini';
import { useT } from '#i18n/useT';
import { textDrafts } from '#lib/textDrafts';
import { useSession } from '#lib/useSession';
import { DangerZone } from '../DangerZone';
import { type NameDescription, NameDescriptionForm } from '../form/NameDescriptionForm';
import { LoadError, shownData } from '../LoadError';
import { showToast } from '../toast/toast.store';
import { Page } from './Page';
import { PageHeader } from './PageHeader';

/** What is typed in settings, by the id of their workspace or project and the name of the field. */
const typed = textDrafts('settings');

/** Shown before the server's refusal. */
const SAVE_ERROR = { workspace: 'workspace_update_error', project: 'project_save_error' } as const;

interface Props {
  /** Its texts begin with this word. */
  entity: 'workspace' | 'project';
  id: string;
  panel: ReactNode;
  phoneLinks: ReactNode;
  query: UseQueryResult<NameDescription>;
  schema: ZodMiniType;
  can: (what: 'edit' | 'delete') => boolean;
  update: UseMutationResult<unknown, Error, NameDescription>;
  remove: UseMutationResult<unknown, Error, void>;
  onDeleted: () => void;
}

/** Settings of a workspace or project (specification sections 2 and 5): name, description, deletion. */
export function SettingsScreen(props: Props) {
  const { entity, id, panel, phoneLinks, schema, can, update, remove } = props;
  const { error, refetch } = props.query;
  const data = shownData(props.query);
  const t = useT();
  const userId = useSession().user?.id ?? '';
  const drafts = {
    load: (name: string) => typed.load(userId, `${id}:${name}`),
    keep: (name: string, text: string) => typed.keep(userId, `${id}:${name}`, text),
  };
  const finish = () => {
    showToast({ title: t(`${entity}_deleted`), variant: 'success' });
    props.onDeleted();
  };
  return (
    <Page panel={panel}>
      {phoneLinks}
      <LoadError error={error} title={t(`${entity}_error`)} onRetry={refetch} />
      <PageHeader title={t(`${entity}_settings_title`)} text={data?.name} />
      {!data && !error && <Skeleton variant="rounded" height={240} />}
      {data && (
        <Stack spacing={3}>
          {!can('edit') && <Alert severity="info">{t('settings_read_only')}</Alert>}
          <Card>
            <CardContent sx={{ p: 3 }}>
              <NameDescriptionForm
                key={id}
                drafts={drafts}
                label={t(`${entity}_settings_title`)}
                schema={schema}
                values={{ name: data.name, description: data.description }}
                submitLabel={t('action_save')}
                pending={update.isPending}
                error={update.error}
                errorLabel={t(SAVE_ERROR[entity])}
                readOnly={!can('edit')}
                onSubmit={(values, onSaved) =>
                  update.mutate(values, {
                    onSuccess: () => {
                      onSaved();
                      showToast({ title: t(`${entity}_updated`), variant: 'success' });
                    },
                  })
                }
                onInvalid={() => showToast({ title: t(`${entity}_update_error`), variant: 'destructive' })}
              />
            </CardContent>
          </Card>
          {can('delete') && (
            <DangerZone
              label={t(`${entity}_delete`)}
              confirmTitle={t(`${entity}_delete_title`)}
              confirmText={t(`${entity}_delete_text`, { name: data.name })}
              pending={remove.isPending}
              error={remove.error}
              onOpen={() => {
                if (remove.isError) remove.reset();
              }}
              onConfirm={() => remove.mutate(undefined, { onSuccess: finish })}
            />
          )}
        </Stack>
      )}
    </Page>
  );
}
