import { canInProject } from '@livelane/shared/permissions/permissions';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import { useEffect, useRef } from 'react';
import { useT } from '#i18n/useT';
import { showToast } from '#ui/toast/toast.store';

/** Tells people that they have become viewers of the project they are looking at. */
export function useLoweredRole(projectId: string, name: string, role: ProjectRole | null | undefined): void {
  const t = useT();
  /** The project that they could change when it was last shown. */
  const editable = useRef<string | null>(null);
  useEffect(() => {
    if (!role) return;
    const canEdit = canInProject(role, 'task.edit');
    if (!canEdit && editable.current === projectId)
      showToast({ description: t('role_now_viewer', { project: name }) });
    editable.current = canEdit ? projectId : null;
  }, [projectId, name, role, t]);
}
