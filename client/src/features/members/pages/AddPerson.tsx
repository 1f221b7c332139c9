import { canInWorkspace } from '@livelane/shared/permissions/permissions';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import { InviteForm } from '#features/invitations/components/InviteForm';
import { useT } from '#i18n/useT';
import { AddMemberDialog } from '../components/AddMemberDialog';
import type { MemberScope } from '../members.api';

interface Props {
  scope: MemberScope;
  id: string;
  /** The caller's own role here. */
  role: string;
  workspace: Workspace | undefined;
  onClose: () => void;
}

/** Adds a person to a workspace or project, or invites them by a link: one dialog for both. */
export function AddPerson({ scope, id, role, workspace, onClose }: Props) {
  const t = useT();
  const canInvite = canInWorkspace(workspace?.role ?? null, 'workspace.addMember');
  return (
    <AddMemberDialog
      scope={scope}
      id={id}
      role={role}
      workspace={workspace}
      onClose={onClose}
      invitation={
        workspace && canInvite
          ? (email, close) => (
              <InviteForm
                workspaceId={workspace.id}
                role={workspace.role}
                project={scope === 'project' ? { id, role: role as ProjectRole } : undefined}
                text={t(scope === 'project' ? 'start_people_text' : 'invite_text')}
                initialEmail={email}
                cancelLabel={t('action_cancel')}
                onCancel={close}
                onDone={close}
              />
            )
          : undefined
      }
    />
  );
}
