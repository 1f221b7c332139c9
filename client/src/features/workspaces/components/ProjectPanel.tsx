import Group from '@mui/icons-material/GroupOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import Workspaces from '@mui/icons-material/WorkspacesOutlined';
import { useT } from '#i18n/useT';
import { isNotFound } from '#lib/api';
import { useWorkspaceOfProject } from '../workspaces.api';
import { SidePanel, type SidePanelLink } from './SidePanel';

/** The side panel of a project: its pages and the projects beside it. */
export function ProjectPanel({ projectId }: { projectId: string }) {
  const t = useT();
  const { data, error } = useWorkspaceOfProject(projectId);
  // It does not exist, or the user may not see it: there is nothing to link to.
  if (isNotFound(error)) return null;
  const up: SidePanelLink[] = data
    ? [
        {
          to: `/workspaces/${data.id}`,
          label: t('side_panel_workspace'),
          icon: <Workspaces fontSize="small" />,
        },
      ]
    : [];
  return (
    <SidePanel
      links={up}
      current={{
        id: projectId,
        links: [
          {
            to: `/project/${projectId}/settings`,
            label: t('side_panel_settings'),
            icon: <Settings fontSize="small" />,
          },
          {
            to: `/project/${projectId}/users`,
            label: t('side_panel_users'),
            icon: <Group fontSize="small" />,
          },
        ],
      }}
      projects={data?.projects ?? (error ? [] : undefined)}
      heading={data?.name}
    />
  );
}
