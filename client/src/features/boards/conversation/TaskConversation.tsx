import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { Comment } from '@livelane/shared/comments/comment.schema';
import { withMentionedNames } from '@livelane/shared/comments/mentions';
import { canInProject } from '@livelane/shared/permissions/permissions';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { canSee } from '@livelane/shared/tasks/task.visibility';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { selectChanges, selectConnection } from '#board-sync/board.selectors';
import { projectBoard } from '#board-sync/board.types';
import { addComment, deleteComment, editComment } from '#board-sync/comment.mutations';

import { type ShownComment, shownComments } from '#board-sync/comment.threads';
import type { BoardMutation } from '#board-sync/mutations';
import { ActivityEntry } from '#features/activity/components/ActivityEntry';
import type { ActivityNames } from '#features/activity/components/ChangedField';
import { useActivity } from '#features/activity/useActivity';

import { CommentComposer } from '#features/comments/components/CommentComposer';
import { CommentItem } from '#features/comments/components/CommentItem';
import { FollowButton } from '#features/notifications/components/FollowButton';
import { useT } from '#i18n/useT';
import { clock } from '#lib/clock';
import { useCurrentUser } from '#lib/useSession';
import { useRealtimeClient } from '#realtime/useRealtimeClient';
import { useAppSelector } from '#store/hooks';
import { announce } from '#ui/announce/announce';
import { LoadError } from '#ui/LoadError';
import { showToast } from '#ui/toast/toast.store';
import { useCopyText } from '#ui/useCopyText';
import { useRowFocus } from '#ui/useRowFocus';
import { columnName } from '../columns/columnName';
import { StrandedEdit } from '../task/StrandedEdit';
import { conversation, type Stream, streams } from './conversation';
import { useNamedComment } from './useNamedComment';
import { useStrandedComments } from './useStrandedComments';
import { useThread } from './useThread';

interface Props {
  task: StoredTask;
  role: ProjectRole | null;
  /** The people of the task's project. */
  members: readonly BoardMember[];
  projectName: ActivityNames['projectName'];
  labelName: ActivityNames['labelName'];
  /** Makes a change, and offers to undo it in its toast. */
  onChange: (make: (task: StoredTask) => BoardMutation, notice?: string) => void;
}

const STREAM_LABELS = { all: 'activity_all', comments: 'comment_title', activity: 'activity_title' } as const;

/** The comments and activity of a task, below it. */
export default function TaskConversation(props: Props) {
  const { task, role, members, projectName, labelName, onChange } = props;
  const t = useT();
  const live = useRealtimeClient();
  const userId = useCurrentUser().id;
  const { thread, error, read, olderError, readOlder } = useThread(task);
  const copy = useCopyText();
  const rows = useRowFocus();
  const hasOlder = readOlder !== null;
  const pending = useAppSelector(selectChanges);
  const comments = useMemo(() => shownComments(task.id, thread, pending), [task.id, thread, pending]);
  const people = useMemo(() => {
    const known = new Map(Object.entries(thread?.people ?? {}));
    for (const { id, firstName, surname } of members) known.set(id, { id, firstName, surname });
    return known;
  }, [thread?.people, members]);
  const mentionable = useMemo(
    () =>
      members
        .filter(({ id, roleId }) => canSee({ userId: id, role: roleId }, task))
        .map(({ id, firstName, surname }) => ({ id, firstName, surname, name: `${firstName} ${surname}` })),
    [members, task],
  );
  const named = useSearchParams()[0].get('comment');
  const isOffline = useAppSelector((state) => selectConnection(state) === 'offline');
  useNamedComment({ named, comments, thread, isOffline, readOlder });
  useAnnouncedComments(comments, thread !== undefined, userId, (id) => people.get(id)?.firstName);

  const isAll = thread?.isStale === false && thread.next === null;
  const { stranded, discard } = useStrandedComments(task.id, comments, isAll);

  const mayWrite = canInProject(role, 'comment.write');
  const mayDelete = ({ authorId }: Comment) =>
    authorId === userId ? mayWrite : canInProject(role, 'comment.deleteAny');
  const copyLink = (commentId: string) => {
    const address = `/project/${task.projectId}?task=${task.id}&comment=${commentId}`;
    copy?.(window.location.origin + address, () =>
      showToast({ description: t('task_link_copied'), variant: 'success' }),
    );
  };
  const item = (comment: ShownComment) => (
    <CommentItem
      key={comment.id}
      comment={comment}
      author={people.get(comment.authorId)}
      people={mentionable}
      isNamed={comment.id === named}
      onEdit={
        comment.authorId === userId && mayWrite
          ? (text, base) => onChange((now) => editComment(clock, now, comment, text, base))
          : undefined
      }
      onDelete={
        mayDelete(comment)
          ? () => onChange((now) => deleteComment(clock, now, comment), t('comment_deleted'))
          : undefined
      }
      onCopyLink={copy && (() => copyLink(comment.id))}
    />
  );
  const type = (isTyping: boolean) =>
    live?.setActivity({
      projectId: task.projectId,
      taskId: task.id,
      mode: isTyping ? 'commenting' : 'editing',
    });
  const [stream, setStream] = useState<Stream>('all');
  const [linked, setLinked] = useState<string | null>(null);
  if (named !== linked) {
    setLinked(named);
    // Among activity, what is older than the activity read so far is not shown.
    if (named) setStream('comments');
  }
  const activity = useActivity(
    stream === 'comments' ? null : { projectId: task.projectId, taskId: task.id },
    task.rev,
  );
  const { data: past, error: pastError } = activity;
  const isSaid = thread !== undefined || error !== null;
  const isDone = stream === 'comments' || past !== undefined || pastError !== null || isOffline;
  // Comments and activity load first: they would push the comment field down.
  const [isRead, setRead] = useState(task.rev === 0);
  if (!isRead && isSaid && isDone) setRead(true);
  const entries = useMemo(
    () =>
      conversation(
        stream,
        { items: comments, hasOlder: hasOlder },
        { items: past?.items ?? [], hasOlder: past?.next != null },
      ),
    [stream, comments, hasOlder, past],
  );
  const settings = useAppSelector(({ board }) => projectBoard(board, task.projectId)?.settings);
  const names = useMemo((): ActivityNames => {
    const nameOf = (id: string) => people.get(id) ?? past?.people.get(id);
    return {
      personName: (id) => {
        const person = nameOf(id);
        return person ? `${person.firstName} ${person.surname}` : t('comment_former_user');
      },
      projectName,
      columnName: (state) => columnName(t, settings, state),
      labelName,
    };
  }, [people, past, projectName, settings, labelName, t]);
  const readEarlier = () => {
    if (stream !== 'activity') void readOlder?.();
    activity.readOlder?.();
  };
  return (
    <Box component="section" aria-label={t('comment_title')} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 2 }}>
        <Typography variant="overline" component="h3" color="textSecondary" sx={{ flexGrow: 1 }}>
          {t(stream === 'activity' ? 'activity_title' : 'comment_title')}
        </Typography>
        <FollowButton taskId={task.id} />
        <ToggleButtonGroup
          size="small"
          exclusive
          value={stream}
          aria-label={t('activity_show')}
          onChange={(_event, chosen: Stream | null) => chosen && setStream(chosen)}
        >
          {streams.map((each) => (
            <ToggleButton key={each} value={each} sx={{ py: 0.25, px: 1, textTransform: 'none' }}>
              {t(STREAM_LABELS[each])}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      <LoadError
        error={error ?? olderError}
        title={t('comment_load_error')}
        onRetry={() => void (error ? read() : readOlder?.())}
      />
      {!error && !olderError && (
        <LoadError
          error={pastError ?? activity.olderError}
          title={t('activity_load_error')}
          onRetry={() => (pastError ? activity.readAgain() : activity.readOlder?.())}
        />
      )}
      {((stream !== 'activity' && hasOlder) || (stream !== 'comments' && past?.next != null)) && (
        <Button size="small" onClick={readEarlier}>
          {t(stream === 'comments' ? 'comment_older' : 'activity_older')}
        </Button>
      )}
      {!isRead && <Skeleton variant="rounded" height={64} sx={{ mt: 1 }} />}
      <Box component="ol" {...rows} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {entries.map((entry) =>
          entry.kind === 'activity' ? (
            <ActivityEntry key={`v${entry.item.v}`} item={entry.item} names={names} />
          ) : (
            item(entry.comment)
          ),
        )}
      </Box>
      {thread && stream === 'comments' && comments.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ my: 1 }}>
          {t('comment_none')}
        </Typography>
      )}
      {mayWrite &&
        stranded.map(({ id, text }) => (
          <StrandedEdit
            key={id}
            notice={t('comment_missing')}
            label={t('comment_edit')}
            text={text}
            onDiscard={() => discard(id)}
          />
        ))}
      {mayWrite && isRead && (
        <Box sx={{ mt: 1 }}>
          <CommentComposer
            userId={userId}
            taskId={task.id}
            people={mentionable}
            onSend={(text) => onChange((now) => addComment(clock, now, userId, text))}
            onTyping={type}
          />
        </Box>
      )}
    </Box>
  );
}

/** Announces comments of others to screen readers while the task is open. */
function useAnnouncedComments(
  comments: readonly Comment[],
  isRead: boolean,
  userId: string,
  nameOf: (id: string) => string | undefined,
): void {
  const t = useT();
  const known = useRef<ReadonlySet<string> | null>(null);
  const lastKnown = useRef('');
  useEffect(() => {
    if (!isRead) return;
    const before = known.current;
    const since = lastKnown.current;
    known.current = new Set(comments.map(({ id }) => id));
    lastKnown.current = comments.at(-1)?.createdAt ?? since;
    if (!before) return;
    for (const { id, authorId, text, createdAt } of comments) {
      // Older pages that are read later are not announced.
      if (before.has(id) || authorId === userId || createdAt < since) continue;
      const name = nameOf(authorId) ?? t('remote_somebody');
      announce(t('comment_heard', { name, text: withMentionedNames(text) }));
    }
  }, [comments, isRead, userId, nameOf, t]);
}
