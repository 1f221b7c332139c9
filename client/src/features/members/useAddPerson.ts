import { canInWorkspace } from '@livelane/shared/permissions/permissions';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import { type FormEvent, useState } from 'react';
import { useT } from '#i18n/useT';
import { type MemberScope, useAddMembers } from './members.api';
import { useLookUp } from './useLookUp';

export const LOWEST_USUAL_ROLE = 'member';

/** A project that someone joins beside the workspace, with the role. */
export interface ProjectChoice {
  id: string;
  roleId: string;
}

interface Place {
  scope: MemberScope;
  id: string;
  workspace: Pick<Workspace, 'id' | 'role'> | undefined;
  onAdded: () => void;
}

/** State of adding a person who is typed or picked: one membership, or the workspace's first. */
export function useAddPerson({ scope, id, workspace, onAdded }: Place) {
  const t = useT();
  const add = useAddMembers();
  const lookUp = useLookUp();
  const [roleId, setRoleId] = useState(LOWEST_USUAL_ROLE);
  const [project, setProject] = useState<ProjectChoice | null>(null);
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<PublicUser | null>(null);
  /** The problem with the typed or picked person. */
  const [problem, setProblem] = useState<string | null>(null);
  /** The address under which nobody is registered. */
  const [unknown, setUnknown] = useState<string | null>(null);
  const canAddToWorkspace = canInWorkspace(workspace?.role ?? null, 'workspace.addMember');

  /** Nothing has been tried with another person. */
  const forget = () => {
    setProblem(null);
    setUnknown(null);
    lookUp.reset();
    // An addition under way still has to close the dialog.
    if (add.isError) add.reset();
  };
  const type = (typed: string) => {
    setText(typed);
    forget();
  };
  const pick = (person: PublicUser | null) => {
    setPicked(person);
    forget();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isTyped = !picked && (scope === 'workspace' || canAddToWorkspace);
    const found = isTyped ? await lookUp.run(text) : { userId: picked?.id };
    if ('error' in found) return;
    const { userId } = found;
    if (!userId) {
      const isUnknown = isTyped && text.trim() !== '';
      setProblem(t(isUnknown ? 'members_lookup_none' : 'input_required_user_id'));
      setUnknown(isUnknown && isEmail(text) ? text.trim() : null);
      return;
    }
    const toProject = scope === 'project' ? { id, roleId } : project;
    const toWorkspace =
      scope === 'workspace'
        ? { id, roleId }
        : isTyped && workspace
          ? { id: workspace.id, roleId: LOWEST_USUAL_ROLE }
          : null;
    add.mutate({ userId, toWorkspace, toProject }, { onSuccess: onAdded });
  };
  return {
    submit,
    text,
    type,
    picked,
    pick,
    roleId,
    setRoleId,
    project,
    setProject,
    canAddToWorkspace,
    problem,
    unknown,
    typedEmail: isEmail(text) ? text.trim() : '',
    error: lookUp.error ?? add.error,
    isPending: add.isPending || lookUp.isPending,
  };
}

/** Roughly: the server decides. */
const isEmail = (text: string) => /^\S+@\S+$/.test(text.trim());
