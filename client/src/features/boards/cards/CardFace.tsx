import type { PresentUser } from '@livelane/shared/realtime/messages.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { DEFAULT_PRIORITY, finishedStates } from '@livelane/shared/tasks/task.values';
import Event from '@mui/icons-material/EventOutlined';
import ChatBubble from '@mui/icons-material/ModeCommentOutlined';
import Timer from '@mui/icons-material/TimerOutlined';
import { type ComponentType, type MouseEvent, memo, type ReactNode } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { formatDay } from '#i18n/formatDay';
import { listOf } from '#i18n/listOf';
import { useT } from '#i18n/useT';
import { today } from '#lib/today';
import { NAME_ON_CARD, truncate } from '#lib/truncate';
import { useObservable } from '#lib/useObservable';
import { UserAvatar } from '#ui/avatar/UserAvatar';
import { LabelChip } from '#ui/label/LabelChip';
import { PriorityArrow } from '#ui/task-looks/PriorityArrow';
import { presenceLabel } from '#ui/task-looks/presenceLabel';
import { spentTime } from '#ui/task-looks/spentTime';
import { useBoard } from '../board.context';
import boardClasses from '../components/board.module.css';
import classes from './card.module.css';
import footClasses from './cardFoot.module.css';

/** Avatars shown on a card before the rest becomes a number. */
const MAX_AVATARS = 3;
/** The same for labels. */
const MAX_LABELS = 5;

interface Props {
  task: StoredTask;
  isDragging?: boolean;
  onMenu?: ((anchor: HTMLElement) => void) | undefined;
  /** Others who are editing or dragging this card. */
  active?: readonly PresentUser[];
  /** It has an unsaved change: shown if saving takes long. */
  isWaiting?: boolean;
}

const NOBODY: readonly PresentUser[] = [];

export const DOTS = (
  <svg className={classes.dots} viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="6" r="2" />
    <circle cx="12" cy="12" r="2" />
    <circle cx="12" cy="18" r="2" />
  </svg>
);

/** A card's content: title, priority, badges, assignees. Not rendered when its card only moves. */
export const CardFace = memo(function CardFace({
  task,
  isDragging = false,
  onMenu,
  active = NOBODY,
  isWaiting = false,
}: Props) {
  const t = useT();
  const intl = useIntl();
  const { people, labels, projectName, changed } = useBoard();
  const { title, priority, dueDate, timeSpent, timeEstimate, state, assignees, visibility, numOfComments } =
    task;
  const { checklist } = task;
  const done = checklist.filter(({ isDone }) => isDone).length;
  const project = projectName(task.projectId);
  const shown = assignees.flatMap((id) => people.get(id) ?? []);
  const isOpen = !finishedStates.includes(state);
  const day = useObservable(today);
  const isLate = dueDate !== null && isOpen && dueDate < day;
  const due = dueDate && dueText(intl, dueDate, day);
  const openMenu = (event: MouseEvent<HTMLElement>) => {
    event.stopPropagation();
    onMenu?.(event.currentTarget);
  };
  return (
    <div
      className={`${classes.card} ${isDragging ? classes.dragging : ''} ${active.length > 0 ? classes.active : ''}`}
    >
      {active.length > 0 && (
        <span className={classes.activePeople}>
          {active.map(({ userId, firstName, mode }) => (
            <span key={userId} className={classes.activePerson}>
              {t(presenceLabel(mode), {
                name: truncate(firstName, NAME_ON_CARD),
              })}
            </span>
          ))}
        </span>
      )}
      {project && (
        <span className={classes.project} title={project}>
          {truncate(project, NAME_ON_CARD)}
        </span>
      )}
      <div className={classes.top}>
        <p className={classes.title}>
          {changed.has(task.id) && (
            <span className={classes.changed} title={t('since_mark')}>
              <span className={boardClasses.spoken}>{t('since_mark')}. </span>
            </span>
          )}
          <bdi>{title || t('activity_erased')}</bdi>
        </p>
        {isDragging && <span className={classes.menu}>{DOTS}</span>}
        {onMenu && (
          <button
            type="button"
            className={classes.menu}
            aria-label={t('card_menu', { title })}
            aria-haspopup="menu"
            onClick={openMenu}
          >
            {DOTS}
          </button>
        )}
      </div>
      {task.labels.length > 0 && (
        <div className={classes.labels}>
          {task.labels.slice(0, MAX_LABELS).map((id) => (
            <LabelChip key={id} label={labels.get(id)} isOnCard />
          ))}
          {task.labels.length > MAX_LABELS && <bdi dir="ltr">+{task.labels.length - MAX_LABELS}</bdi>}
        </div>
      )}
      <div className={footClasses.foot}>
        <span className={footClasses.line}>
          {priority && (
            <span className={priority === DEFAULT_PRIORITY ? footClasses.cut : footClasses.notable}>
              <PriorityArrow priority={priority} isMuted={priority === DEFAULT_PRIORITY} />
              <span>{t(`priority_${priority}`)}</span>
            </span>
          )}
          {due && (
            <Badge
              look={`${footClasses.badge} ${isLate ? footClasses.late : ''}`}
              name={t(isLate ? 'card_overdue' : 'card_due', { date: due })}
              Icon={Event}
            >
              {due}
            </Badge>
          )}
          {visibility === 'PRIVATE' && <Sign look={footClasses.private} name={t('card_private')} />}
          {state === 'WAITING' && <Sign look={footClasses.hourglass} name={t('card_waiting')} />}
          {isWaiting && <Sign look={footClasses.unsent} name={t('waiting_card')} />}
        </span>
        <span className={footClasses.line}>
          {(timeSpent > 0 || timeEstimate) && <Times spent={timeSpent} estimate={timeEstimate} />}
          {checklist.length > 0 && (
            <Badge
              look={done === checklist.length ? footClasses.done : footClasses.checklist}
              name={t('card_checklist', { done, count: checklist.length })}
            >
              {done}/{checklist.length}
            </Badge>
          )}
          {numOfComments > 0 && (
            <Badge
              look={footClasses.badge}
              name={t('card_comments', { count: numOfComments })}
              Icon={ChatBubble}
            >
              {intl.formatNumber(numOfComments)}
            </Badge>
          )}
          {assignees.length > 0 && (
            <span
              className={footClasses.avatars}
              {...(shown.length > 0 && {
                role: 'img',
                'aria-label': t('card_assignees', {
                  names: listOf(
                    intl,
                    shown.map((user) => user.firstName),
                  ),
                }),
                title: listOf(
                  intl,
                  shown.map((user) => `${user.firstName} ${user.surname}`),
                ),
              })}
            >
              {assignees.slice(0, MAX_AVATARS).map((id) => {
                const user = people.get(id);
                // The people of a personal board load after its cards: reserves their space.
                if (!user) return <span key={id} className={footClasses.stranger} />;
                return <UserAvatar key={id} user={user} size="small" />;
              })}
              {assignees.length > MAX_AVATARS && <bdi dir="ltr">+{assignees.length - MAX_AVATARS}</bdi>}
            </span>
          )}
        </span>
      </div>
    </div>
  );
});

const ofThisYear = { day: 'numeric', month: 'short' } as const;
const ofAnother = { ...ofThisYear, year: 'numeric' } as const;

/** Formats a day (YYYY-MM-DD), with its year unless it is the current one. */
function dueText(intl: IntlShape, day: string, now: string): string {
  const isThisYear = day.slice(0, 4) === now.slice(0, 4);
  return formatDay(intl, day, isThisYear ? ofThisYear : ofAnother);
}

interface BadgeProps {
  look: string | undefined;
  /** Its title, which screen readers hear instead of what is shown. */
  name: string;
  Icon?: ComponentType<{ fontSize: 'inherit' }>;
  children: ReactNode;
}

/** A short form of a value. */
function Badge({ look, name, Icon, children }: BadgeProps) {
  return (
    <span className={look} title={name}>
      {Icon && <Icon fontSize="inherit" />}
      <span aria-hidden>{children}</span>
      <span className={boardClasses.spoken}>{name}</span>
    </span>
  );
}

/** An icon with an accessible name. */
function Sign({ look, name }: { look: string | undefined; name: string }) {
  return <span className={look} role="img" aria-label={name} title={name} />;
}

/** Spent and estimated time, as far as known: 5h 10m / 8h. */
function Times({ spent, estimate }: { spent: number; estimate: StoredTask['timeEstimate'] }) {
  const t = useT();
  const intl = useIntl();
  const spentText = spent > 0 && spentTime(intl, spent);
  const estimateText = estimate && t(`${estimate.name}_short`);
  const whole =
    spentText && estimate
      ? t('card_time', { spent: spentText, estimate: t(estimate.name) })
      : spentText
        ? t('card_time_spent', { time: spentText })
        : estimate && t(estimate.name);
  return (
    <Badge
      look={spentText && estimateText ? footClasses.both : footClasses.cut}
      name={whole ?? ''}
      Icon={Timer}
    >
      {[spentText, estimateText].filter(Boolean).join(' / ')}
    </Badge>
  );
}
