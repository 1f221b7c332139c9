import Close from '@mui/icons-material/Close';
import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import LinkIcon from '@mui/icons-material/Link';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useT } from '#i18n/useT';
import { apartByFinger } from '#ui/byFinger';
import { focusableDisabled } from '#ui/focusableDisabled';
import { CUT_AT_ITS_END } from '#ui/mirrored';
import { showToast } from '#ui/toast/toast.store';
import { Tooltip } from '#ui/tooltip/Tooltip';
import { useCopyText } from '#ui/useCopyText';

/** The tasks before and after this one on its board; null at the ends. */
export interface TaskSteps {
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

interface Props {
  titleId: string;
  title: string;
  projectName: string | undefined;
  steps: TaskSteps | undefined;
  /** Whether the task can be linked to. */
  hasAddress: boolean;
  onClose: () => void;
}

/** The header of the task dialog: the task's project, its neighbours, its link, and the close button. */
export function TaskHeader({ titleId, title, projectName, steps, hasAddress, onClose }: Props) {
  const t = useT();
  const copy = useCopyText();
  const copyLink = () =>
    copy?.(window.location.href, () => showToast({ description: t('task_link_copied'), variant: 'success' }));
  const button = (label: string, icon: ReactNode, run: (() => void) | null, keys?: string) => (
    <Tooltip title={label}>
      <IconButton
        size="small"
        aria-label={label}
        aria-keyshortcuts={keys}
        {...focusableDisabled(run === null)}
        onClick={() => run?.()}
      >
        {icon}
      </IconButton>
    </Tooltip>
  );
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        flexShrink: 0,
        minHeight: 52,
        paddingInline: { xs: '16px 8px', sm: '24px 12px' },
        borderBottom: 1,
        borderColor: 'divider',
        ...apartByFinger(34),
      }}
    >
      <Typography
        noWrap
        variant="body2"
        color="textSecondary"
        component="h2"
        sx={{ flexGrow: 1, minWidth: 0, ...CUT_AT_ITS_END }}
      >
        {projectName && (
          <>
            <bdi>{projectName}</bdi>
            <Box component="span" sx={{ whiteSpace: 'pre' }}>
              {' / '}
            </Box>
          </>
        )}
        <Box component="span" id={titleId} sx={{ color: 'text.primary', fontWeight: 600 }}>
          {title}
        </Box>
      </Typography>
      {steps && (
        <>
          {button(t('task_previous'), <ExpandLess />, steps.onPrevious, 'K')}
          {button(t('task_next'), <ExpandMore />, steps.onNext, 'J')}
        </>
      )}
      {hasAddress && copy && button(t('task_copy_link'), <LinkIcon />, copyLink)}
      {button(t('action_close'), <Close />, onClose)}
    </Box>
  );
}
