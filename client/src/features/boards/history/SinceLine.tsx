import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { projectBoard } from '#board-sync/board.types';
import { listOf } from '#i18n/listOf';
import { useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { focusableMain } from '#ui/focusableMain';
import { BoardActivity } from './BoardActivity';
import type { Since } from './since';

interface Props {
  projectId: string;
  since: Since;
  projectName: (projectId: string) => string | undefined;
  onDismiss: () => void;
}

/** How many names are shown before the rest becomes a number. */
const MAX_NAMES = 2;
const DAY_MS = 24 * 60 * 60 * 1000;

const LINE = {
  py: 0,
  alignItems: 'center',
  flexWrap: 'wrap',
  '& .MuiAlert-action': { p: 0, alignItems: 'center' },
} as const;

/** Sums up a board's changes since its user's last visit in one line that links to them. */
export function SinceLine({ projectId, since, projectName, onDismiss }: Props) {
  const t = useT();
  const intl = useIntl();
  const members = useAppSelector((state) => projectBoard(state.board, projectId)?.members);
  const [isOpen, setOpen] = useState(false);
  const { actorIds, count, hasMore, from } = since;
  const names = actorIds
    .slice(0, MAX_NAMES)
    .map((id) => members?.find((member) => member.id === id)?.firstName ?? t('comment_former_user'));
  const rest = actorIds.length - names.length;
  const dismiss = () => {
    onDismiss();
    focusableMain()?.focus({ preventScroll: true });
  };
  const people = listOf(intl, rest > 0 ? [...names, t('since_others', { count: rest })] : names);
  return (
    <>
      <Alert
        severity="info"
        icon={false}
        role="status"
        sx={LINE}
        action={
          <>
            <Button size="small" color="inherit" onClick={() => setOpen(true)}>
              {t('since_show')}
            </Button>
            <Button size="small" color="inherit" onClick={dismiss}>
              {t('since_dismiss')}
            </Button>
          </>
        }
      >
        {t(hasMore ? 'since_many' : 'since_line', { count, names: people, time: dayOf(intl, from) })}
      </Alert>
      {isOpen && (
        <BoardActivity
          projectId={projectId}
          projectName={projectName}
          after={since.afterV}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The line's placeholder while its data load: of the line's height with one name. */
export function SinceLineToCome() {
  const t = useT();
  const intl = useIntl();
  const time = dayOf(intl, new Date().toISOString());
  return (
    <Alert
      severity="info"
      icon={false}
      role="presentation"
      sx={{ ...LINE, '& > *': { visibility: 'hidden' } }}
      action={
        <>
          <Button size="small">{t('since_show')}</Button>
          <Button size="small">{t('since_dismiss')}</Button>
        </>
      }
    >
      {t('since_line', { count: 1, names: t('comment_former_user'), time })}
    </Alert>
  );
}

/** Today a time, within six days a weekday, else a date. */
export function dayOf(intl: IntlShape, at: string, now = Date.now()): string {
  const age = now - Date.parse(at);
  if (new Date(at).toDateString() === new Date(now).toDateString())
    return intl.formatTime(at, { timeStyle: 'short' });
  if (age < 6 * DAY_MS) return intl.formatDate(at, { weekday: 'long' });
  return intl.formatDate(at, { dateStyle: 'medium' });
}
