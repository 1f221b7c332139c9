import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Fragment, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { sidePanelToggled } from '#lib/preferences.slice';
import { useAppDispatch, useAppSelector } from '#store/hooks';
import { AvatarColoursContext, coloursFor } from '#ui/avatar/avatar.colours';
import { LetterTile } from '#ui/LetterTile';
import { CUT_AT_ITS_END, mirrored } from '#ui/mirrored';
import { selectedTint } from '#ui/selectedTint';
import { Tooltip } from '#ui/tooltip/Tooltip';

/** Widths in pixels. */
const OPEN_WIDTH = 240;
const CLOSED_WIDTH = 56;

export interface SidePanelLink {
  to: string;
  label: string;
  icon: ReactNode;
}

interface Props {
  links: readonly SidePanelLink[];
  /** Undefined while they load. */
  projects: readonly { id: string; name: string }[] | undefined;
  /** The workspace. */
  heading: string | undefined;
  /** The project whose pages these are, with the links beneath its name. */
  current?: { id: string; links: readonly SidePanelLink[] };
}

/** Links of a workspace or project and its projects; collapsed or open, the same on every screen. */
export function SidePanel({ links, projects, heading, current }: Props) {
  const t = useT();
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector((state) => state.preferences.sidePanelOpen);
  const item = ({ to, label, icon }: SidePanelLink, isNested = false) => (
    <ListItem key={to} disablePadding>
      <Tooltip title={isOpen ? '' : label} placement="right">
        <ListItemButton
          component={NavLink}
          to={to}
          end
          aria-label={label}
          sx={{
            minHeight: 36,
            py: 0.5,
            px: 1.25,
            ...(isNested && isOpen && { marginInlineStart: 2.5, minHeight: 32 }),
            borderRadius: 1,
            color: 'text.secondary',
            fontWeight: 500,
            '&:hover': { color: 'text.primary' },
            '&.active': selectedTint,
          }}
        >
          <ListItemIcon sx={{ minWidth: isOpen ? 32 : 20, color: 'inherit' }}>{icon}</ListItemIcon>
          {isOpen && (
            <ListItemText
              primary={<bdi>{label}</bdi>}
              slotProps={{
                primary: { noWrap: true, title: label, sx: { fontWeight: 'inherit', ...CUT_AT_ITS_END } },
              }}
            />
          )}
        </ListItemButton>
      </Tooltip>
    </ListItem>
  );
  return (
    <Box
      component="nav"
      aria-label={t('side_panel')}
      sx={{
        width: isOpen ? OPEN_WIDTH : CLOSED_WIDTH,
        flexShrink: 0,
        borderInlineEnd: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        p: 1,
        display: { xs: 'none', md: 'block' },
        overflowY: 'auto',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'center', minHeight: 40, mb: 1 }}>
        {isOpen && (
          <Typography
            noWrap
            title={heading}
            sx={{ flexGrow: 1, px: 1.25, fontWeight: 650, ...CUT_AT_ITS_END }}
          >
            <bdi>{heading}</bdi>
          </Typography>
        )}
        <IconButton
          size="small"
          onClick={() => dispatch(sidePanelToggled())}
          aria-expanded={isOpen}
          aria-label={isOpen ? t('side_panel_close') : t('side_panel_open')}
        >
          {isOpen ? <ChevronLeft sx={mirrored} /> : <ChevronRight sx={mirrored} />}
        </IconButton>
      </Box>
      <List disablePadding>{links.map((link) => item(link))}</List>
      <Divider sx={{ my: 2 }} />
      {isOpen && (
        <Typography variant="overline" component="p" color="textSecondary" sx={{ px: 1.25, mb: 0.5 }}>
          {t('side_panel_projects')}
        </Typography>
      )}
      {projects ? (
        <List disablePadding>
          <AvatarColoursContext value={coloursFor(projects.map(({ id }) => id))}>
            {projects.map(({ id, name }) => (
              <Fragment key={id}>
                {item({ to: `/project/${id}`, label: name, icon: <LetterTile id={id} name={name} /> })}
                {current?.id === id && current.links.map((link) => item(link, true))}
              </Fragment>
            ))}
          </AvatarColoursContext>
          {/* Someone who may not see the workspace may still see the project's own pages. */}
          {current &&
            !projects.some(({ id }) => id === current.id) &&
            current.links.map((link) => item(link))}
        </List>
      ) : (
        <Skeleton variant="rounded" height={32} sx={{ mt: 1 }} />
      )}
    </Box>
  );
}
