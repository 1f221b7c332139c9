import type { TaskState } from '@livelane/shared/tasks/task.values';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { PAST_BOARD, projectBoard } from '#board-sync/board.types';
import { busyTimes } from '#features/rewind/busyTimes';
import { timelineQuery } from '#features/rewind/rewind.api';
import { TimeSlider } from '#features/rewind/TimeSlider';
import { type Failed, type Shown, usePastBoard } from '#features/rewind/usePastBoard';
import { useT } from '#i18n/useT';
import { ApiError } from '#lib/api';
import { useAppSelector } from '#store/hooks';
import { ACTIONS_BELOW_ON_PHONE } from '#ui/alertActions.styles';
import { AvatarColoursContext, coloursFor } from '#ui/avatar/avatar.colours';
import { focusableMain } from '#ui/focusableMain';
import { LoadError } from '#ui/LoadError';
import { BoardContext, type BoardContextValue } from '../board.context';
import { NO_LOOK } from '../board.look';
import { useChanges } from '../changes/useChanges';
import { columnName } from '../columns/columnName';
import { Board } from '../components/Board';
import { IN_VIEW } from '../components/inView';
import { NO_FILTER } from '../filters/board.filter';
import { focusSoon } from '../keyboard/cardFocus';
import { BoardMain } from '../screen/BoardMain';
import type { BoardScreenProject } from '../screen/BoardScreen';
import { useLabelMap } from '../screen/useLabelMap';
import { PastTask } from './PastTask';
import { useRewindAddress } from './useRewindAddress';

interface Props {
  project: BoardScreenProject;
  projectName: (projectId: string) => string | undefined;
  /** The heading. */
  header: ReactNode;
  /** Takes the past out of the address. */
  onClose: () => void;
}

const ignore = () => undefined;
const NOTHING: ReadonlySet<string> = new Set();
const mainWithoutFocus = () => (document.activeElement === document.body ? focusableMain() : null);

/** A project's board at a past time: read only, except for restoring cards (R27). */
export default function RewindScreen({ project, projectName, header, onClose }: Props) {
  const t = useT();
  const intl = useIntl();
  const { id: projectId, canRestoreTasks } = project;
  const { shown, failed, show, awaited } = usePastBoard(projectId);
  const headV = useAppSelector((state) => projectBoard(state.board, projectId)?.v ?? 0);
  const members = useAppSelector((state) => projectBoard(state.board, projectId)?.members);
  const past = useAppSelector((state) => projectBoard(state.board, PAST_BOARD));
  const [openId, setOpenId] = useState<string | null>(null);
  const { commit } = useChanges(projectId, () => canRestoreTasks);
  const { from, to, firstV, marks, error, readAgain, readOldest } = usePastTimes(projectId);
  const bar = useRef<HTMLDivElement>(null);
  const { startV = headV, isOwnEntry } = useRewindAddress(shown?.v, (v) => void show({ v }));
  const navigate = useNavigate();
  const close = () => (isOwnEntry ? void navigate(-1) : onClose());
  const [start] = useState({ v: startV });
  useEffect(() => void show(start), [show, start]);
  // The present board, which replaces this one, has the focus that goes with the slider.
  useEffect(() => () => focusSoon(mainWithoutFocus, { preventScroll: true }), []);

  const people = useMemo(
    () => new Map([...(past?.members ?? []), ...(members ?? [])].map((member) => [member.id, member])),
    [past?.members, members],
  );
  const labels = useLabelMap([project.workspaceId]);
  const context = useMemo(
    (): BoardContextValue => ({
      boardId: PAST_BOARD,
      changed: NOTHING,
      filter: NO_FILTER,
      look: NO_LOOK,
      people,
      labels,
      projectForNew: null,
      settings: past?.settings ?? {},
      canEditColumns: false,
      projectName: () => null,
      projectOf: () => undefined,
      workspaceOf: () => undefined,
      canEdit: () => false,
      canCreate: false,
      assignableIn: () => [],
      onPeopleWanted: ignore,
      onOpen: setOpenId,
      onNew: ignore,
      onQuickAdd: ignore,
      onMove: () => false,
      onMany: ignore,
      onDragging: ignore,
      onMoveTo: ignore,
      onComplete: ignore,
      onDelete: ignore,
    }),
    [people, labels, past?.settings],
  );
  const colours = useMemo(() => coloursFor([...people.keys()]), [people]);

  const names = {
    personName: (id: string) => {
      const person = people.get(id);
      return person ? `${person.firstName} ${person.surname}` : t('comment_former_user');
    },
    projectName,
    columnName: (state: TaskState) => columnName(t, past?.settings, state),
    labelName: (id: string) => labels.get(id)?.name,
  };
  // Where the first moment could not be shown, others still can.
  const place = shown ?? (failed && { v: headV, at: to });
  const isBeyond = !shown && failed !== null && isBadVersion(failed);
  const isFolded = failed?.error instanceof ApiError && failed.error.code === 'history_folded';
  // Another try would end as the first.
  const isFinal = isBeyond || isFolded;
  const showOldest = async () => {
    // The button goes once that is shown.
    bar.current?.querySelector<HTMLElement>('input[type="range"]')?.focus();
    // Read anew: what was the oldest when the past was opened may be gone as well.
    void show({ v: await readOldest() });
  };
  const closeButton = (
    <Button color="inherit" size="small" onClick={close}>
      {t('rewind_close')}
    </Button>
  );
  const notice = ({ at }: Shown) =>
    at === null
      ? t('rewind_start')
      : t('rewind_notice', { time: intl.formatDate(at, { dateStyle: 'long', timeStyle: 'short' }) });
  return (
    <AvatarColoursContext value={colours}>
      <BoardContext value={context}>
        <BoardMain>
          {header}
          <Box ref={bar} sx={IN_VIEW}>
            {(shown || !failed || isFinal) && (
              <Alert
                severity="info"
                role="status"
                sx={{ mb: 1, ...ACTIONS_BELOW_ON_PHONE }}
                action={
                  <>
                    {isFolded && (
                      <Button color="inherit" size="small" onClick={() => void showOldest()}>
                        {t('rewind_oldest')}
                      </Button>
                    )}
                    {closeButton}
                  </>
                }
              >
                {shown && notice(shown)} {isBeyond && t('rewind_beyond')} {isFolded && t('rewind_folded')}
              </Alert>
            )}
            <LoadError
              error={isFinal ? null : failed?.error}
              title={t('rewind_load_error')}
              onRetry={() => failed && void show(failed.moment)}
              action={!shown && closeButton}
            />
            {!failed && <LoadError error={error} title={t('error_loading')} onRetry={readAgain} />}
            {place && from !== null && (
              <TimeSlider
                shown={place}
                from={from}
                to={to}
                marks={marks}
                firstV={firstV}
                headV={headV}
                failed={failed}
                onShow={(moment) => void show(moment)}
                awaited={awaited}
              />
            )}
          </Box>
          {past && <Board />}
        </BoardMain>
        {openId && (
          <PastTask
            project={project}
            taskId={openId}
            names={names}
            commit={commit}
            onClose={() => setOpenId(null)}
          />
        )}
      </BoardContext>
    </AvatarColoursContext>
  );
}

/** The server refuses versions that are still to come, such as those in addresses with a typing error. */
const isBadVersion = ({ moment, error }: Failed) =>
  'v' in moment && error instanceof ApiError && error.status === 400;

/** The range of times and versions in which a board can be shown, and busy times. */
function usePastTimes(projectId: string) {
  const [openedAt] = useState(() => Date.now());
  const { data, error, refetch } = useQuery(timelineQuery(projectId));
  const times = useMemo(() => {
    const points = data?.points.map(({ v, at }) => ({ v, time: Date.parse(at) })) ?? [];
    const from = points[0]?.time ?? null;
    // The server's clock may be ahead of this one.
    const to = Math.max(openedAt, points.at(-1)?.time ?? 0, (from ?? 0) + 1);
    const marks = from === null ? [] : busyTimes(points, from, to);
    return { from, to, firstV: data?.oldestV ?? 0, marks };
  }, [data, openedAt]);
  const readOldest = async () => (await refetch()).data?.oldestV ?? times.firstV;
  return { ...times, error: data ? null : error, readAgain: () => void refetch(), readOldest };
}
