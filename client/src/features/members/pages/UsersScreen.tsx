import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import PersonAdd from '@mui/icons-material/PersonAddOutlined';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { LoadError, shownData } from '#ui/LoadError';
import { Page } from '#ui/page/Page';
import { PageHeader } from '#ui/page/PageHeader';
import { MemberList } from '../components/MemberList';
import type { MemberScope } from '../members.api';
import { AddPerson } from './AddPerson';

interface Props {
  scope: MemberScope;
  id: string;
  panel: ReactNode;
  phoneLinks: ReactNode;
  /** The workspace or project itself; `role` is the caller's own. */
  data: { name: string; role: string; workspaceId: string } | undefined;
  error: unknown;
  onRetry: () => void;
  canAdd: boolean;
  /** The workspace itself, or the project's. */
  workspace: Workspace | undefined;
  /** More actions beside the button that adds a person. */
  actions?: ReactNode;
  /** Shown below the list. */
  children?: ReactNode;
}

/** Users of a workspace or project (specification section 2): a list, and a dialog that adds one. */
export function UsersScreen({
  scope,
  id,
  panel,
  phoneLinks,
  data: known,
  error,
  onRetry,
  canAdd,
  workspace,
  actions,
  children,
}: Props) {
  const t = useT();
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const data = shownData({ data: known, error });
  const isProject = scope === 'project';
  return (
    <Page panel={panel}>
      {phoneLinks}
      <LoadError error={error} title={t(isProject ? 'project_error' : 'workspace_error')} onRetry={onRetry} />
      <PageHeader title={t(isProject ? 'project_users_title' : 'workspace_users_title')} text={data?.name}>
        {data && actions}
        {data && canAdd && (
          <Button variant="contained" startIcon={<PersonAdd />} onClick={() => setAdding(true)}>
            {t('members_add')}
          </Button>
        )}
      </PageHeader>
      {!data && !error && <Skeleton variant="rounded" height={160} />}
      {data && (
        <MemberList
          scope={scope}
          id={id}
          workspaceId={data.workspaceId}
          name={data.name}
          role={data.role}
          onLeft={() =>
            navigate(isProject ? `/workspaces/${data.workspaceId}` : '/workspaces', { replace: true })
          }
        />
      )}
      {data && children}
      {data && isAdding && (
        <AddPerson
          scope={scope}
          id={id}
          role={data.role}
          workspace={workspace}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  );
}
