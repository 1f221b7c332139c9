import Group from '@mui/icons-material/GroupOutlined';
import LabelOutlined from '@mui/icons-material/LabelOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import Workspaces from '@mui/icons-material/WorkspacesOutlined';
import { useT } from '#i18n/useT';
import { isNotFound } from '#lib/api';
import { useShownWorkspace } from '../workspaces.api';
import { SidePanel } from './SidePanel';

/** The side panel of a workspace: its pages and projects. */
export function WorkspacePanel({ workspaceId }: { workspaceId: string }) {
  const t = useT();
  const { data, error } = useShownWorkspace(workspaceId);
  // It does not exist, or the user may not see it: there is nothing to link to.
  if (isNotFound(error)) return null;
  return (
    <SidePanel
      links={[
        {
          to: `/workspaces/${workspaceId}`,
          label: t('side_panel_workspace'),
          icon: <Workspaces fontSize="small" />,
        },
        {
          to: `/workspace/${workspaceId}/settings`,
          label: t('side_panel_settings'),
          icon: <Settings fontSize="small" />,
        },
        {
          to: `/workspace/${workspaceId}/users`,
          label: t('side_panel_users'),
          icon: <Group fontSize="small" />,
        },
        {
          to: `/workspace/${workspaceId}/labels`,
          label: t('labels_title'),
          icon: <LabelOutlined fontSize="small" />,
        },
      ]}
      projects={data?.projects ?? (error ? [] : undefined)}
      heading={data?.name}
    />
  );
}
