import { canInProject } from '@livelane/shared/permissions/permissions';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import { useEffect, useRef } from 'react';
import { useT } from '#i18n/useT';
import { showToast } from '#ui/toast/toast.store';

/** Notifies people who become viewers of the open project. */
export function useLoweredRole(projectId: string, name: string, role: ProjectRole | null | undefined): void {
  const t = useT();
  /** The project, if they could change it when it was last shown. */
  const editable = useRef<string | null>(null);
  useEffect(() => {
    if (!role) return;
    const canEdit = canInProject(role, 'task.edit');
    if (!canEdit && editable.current === projectId)
      showToast({ description: t('role_now_viewer', { project: name }) });
    editable.current = canEdit ? projectId : null;
  }, [projectId, name, role, t]);
}
