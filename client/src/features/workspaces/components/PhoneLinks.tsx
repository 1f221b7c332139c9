import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useLayoutEffect, useRef } from 'react';
import { NavLink } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { selectedTint } from '#ui/selectedTint';
import { useWorkspaceOfProject } from '../workspaces.api';

interface PageLink {
  /** Null while it is not known yet. */
  to: string | null;
  label: string;
}

/** The side panel's links of a workspace, on screens without room for the panel. */
export function WorkspacePhoneLinks({ workspaceId }: { workspaceId: string }) {
  const t = useT();
  return (
    <PhoneLinks
      links={[
        { to: `/workspaces/${workspaceId}`, label: t('side_panel_workspace') },
        { to: `/workspace/${workspaceId}/settings`, label: t('side_panel_settings') },
        { to: `/workspace/${workspaceId}/users`, label: t('side_panel_users') },
        { to: `/workspace/${workspaceId}/labels`, label: t('labels_title') },
      ]}
    />
  );
}

/** The side panel's links of a project, on screens without room for the panel; its workspace lists its siblings. */
export function ProjectPhoneLinks({ projectId }: { projectId: string }) {
  const t = useT();
  const { data, error } = useWorkspaceOfProject(projectId);
  // Reserves its space until it is known: the others would move.
  const up = error ? [] : [{ to: data ? `/workspaces/${data.id}` : null, label: t('side_panel_workspace') }];
  return (
    <PhoneLinks
      links={[
        ...up,
        { to: `/project/${projectId}`, label: t('side_panel_board') },
        { to: `/project/${projectId}/settings`, label: t('side_panel_settings') },
        { to: `/project/${projectId}/users`, label: t('side_panel_users') },
      ]}
    />
  );
}

/** Pixels of what is beside the open page's link that can be seen, too. */
const BESIDE = 48;

/** One row, which in some languages is wider than a phone, and then scrolls. */
function PhoneLinks({ links }: { links: readonly PageLink[] }) {
  const t = useT();
  const row = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const link = row.current?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
    const edge = row.current?.getBoundingClientRect();
    if (!row.current || !link || !edge) return;
    // `scrollIntoView` would also make some browsers begin there with the next Tab.
    row.current.scrollLeft +=
      Math.max(0, link.right + BESIDE - edge.right) + Math.min(0, link.left - BESIDE - edge.left);
  }, []);
  return (
    <Stack
      ref={row}
      component="nav"
      aria-label={t('side_panel')}
      direction="row"
      sx={{
        display: { md: 'none' },
        flexShrink: 0,
        gap: 0.5,
        mt: -0.5,
        mb: 1.5,
        // From edge to edge, with its first word above the heading, and with room for the ring of focus.
        mx: -2,
        p: 0.5,
        overflowX: 'auto',
        scrollbarWidth: 'none',
        scrollPaddingInline: `${BESIDE}px`,
      }}
    >
      {links.map(({ to, label }) => (
        <Button
          key={label}
          {...(to === null ? { disabled: true } : { component: NavLink, to, end: true })}
          size="small"
          color="inherit"
          sx={{ flexShrink: 0, px: 1.5, color: 'text.secondary', '&.active': selectedTint }}
        >
          {label}
        </Button>
      ))}
    </Stack>
  );
}
