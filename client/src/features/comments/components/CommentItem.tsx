import type { PublicUser } from '@livelane/shared/users/user.schema';
import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import LinkIcon from '@mui/icons-material/Link';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { CommentBase } from '#board-sync/comment.mutations';
import type { ShownComment } from '#board-sync/comment.threads';
import { useT } from '#i18n/useT';
import { UserAvatar } from '#ui/avatar/UserAvatar';
import { apartByFinger } from '#ui/byFinger';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog';
import { MarkdownText } from '#ui/markdown/MarkdownText';
import type { MentionPerson } from '#ui/markdown/MentionList';
import { Tooltip } from '#ui/tooltip/Tooltip';
import {
  dropCommentEdit,
  keepCommentBase,
  keepCommentDraft,
  loadCommentBase,
  loadCommentDraft,
} from '../comment.draft';
import { CommentEditor, canSend } from './CommentEditor';

interface Props {
  comment: ShownComment;
  /** Undefined: their account is deleted. */
  author: PublicUser | undefined;
  people: readonly MentionPerson[];
  /** The address names this comment. */
  isNamed: boolean;
  /** Absent if this user may not. @param base the comment that its author saw */
  onEdit?: ((text: string, base: CommentBase) => void) | undefined;
  onDelete?: (() => void) | undefined;
  onCopyLink?: (() => void) | undefined;
}

/** One comment: author, time and text. */
export function CommentItem({ comment, author, people, isNamed, onEdit, onDelete, onCopyLink }: Props) {
  const t = useT();
  const intl = useIntl();
  const item = useRef<HTMLLIElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  // Only the author may edit it.
  const [typed, setTyped] = useState(
    () => (onEdit && loadCommentDraft(comment.authorId, comment.id)) || null,
  );
  const [begun, setBegun] = useState(
    (): CommentBase => loadCommentBase(comment.authorId, comment.id) ?? comment,
  );
  const [isAsking, setAsking] = useState(false);
  const type = (now: string | null) => {
    setTyped(now);
    if (now === null) dropCommentEdit(comment.authorId, comment.id);
    else keepCommentDraft(comment.authorId, comment.id, now);
  };
  const edit = () => {
    const { taskId, rev, projectId } = comment;
    setBegun({ text, rev, projectId });
    keepCommentBase(comment.authorId, comment.id, { taskId, text, rev, projectId });
    type(text);
  };
  const isEditing = typed !== null;
  // Without the editor the focus would be lost.
  useEffect(() => {
    if (isEditing) return () => editButton.current?.focus();
  }, [isEditing]);
  useEffect(() => {
    if (!isNamed) return;
    item.current?.scrollIntoView({ block: 'center' });
    item.current?.focus();
  }, [isNamed]);
  const name = author ? `${author.firstName} ${author.surname}` : t('comment_former_user');
  const { text, createdAt, isEdited, isWaiting } = comment;
  const button = (
    label: string,
    icon: ReactNode,
    run: () => void,
    ref?: RefObject<HTMLButtonElement | null>,
  ) => (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={run} ref={ref}>
        {icon}
      </IconButton>
    </Tooltip>
  );
  const isChanged = typed !== text && typed !== begun.text;
  const save = () => {
    if (typed === null || !canSend(typed)) return;
    // With the same text as then it is newer only by its author's own edit, or a move of its task.
    const base = begun.text === text ? comment : begun;
    if (isChanged) onEdit?.(typed, base);
    type(null);
  };
  const discard = () => {
    setAsking(false);
    type(null);
  };
  return (
    <Box
      component="li"
      ref={item}
      tabIndex={-1}
      data-comment={comment.id}
      sx={{
        display: 'flex',
        gap: 1.5,
        p: 1,
        mx: -1,
        borderRadius: 1,
        outline: 'none',
        overflowWrap: 'anywhere',
        ...(isNamed && { bgcolor: 'action.selected' }),
        '& .actions': { opacity: 0 },
        '&:hover .actions, &:focus-within .actions': { opacity: 1 },
        '@media (hover: none)': { '& .actions': { opacity: 1 } },
      }}
    >
      <UserAvatar user={author ?? { id: comment.authorId, firstName: '?', surname: '' }} size="small" />
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start' }}>
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              flexWrap: 'wrap',
              columnGap: 1,
              minHeight: 30,
              flexGrow: 1,
            }}
          >
            <Box component="bdi" sx={{ fontWeight: 600, fontSize: '0.875rem' }}>
              {name}
            </Box>
            <Box
              component="time"
              dateTime={createdAt}
              sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}
            >
              {intl.formatDate(createdAt, { dateStyle: 'medium', timeStyle: 'short' })}
            </Box>
            {(isWaiting || isEdited) && (
              <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
                {t(isWaiting ? 'comment_waiting' : 'comment_edited')}
              </Box>
            )}
          </Box>
          <Box className="actions" sx={{ flexShrink: 0, ...apartByFinger(30) }}>
            {typed === null && (
              <>
                {onCopyLink && button(t('comment_copy_link'), <LinkIcon fontSize="small" />, onCopyLink)}
                {onEdit && button(t('comment_edit'), <EditOutlined fontSize="small" />, edit, editButton)}
                {onDelete && button(t('comment_delete'), <DeleteOutline fontSize="small" />, onDelete)}
              </>
            )}
          </Box>
        </Box>
        {/* Without the right to save it, it is kept for the dialog to show. */}
        {typed === null || !onEdit ? (
          <Box sx={{ fontSize: '0.9375rem' }}>
            <MarkdownText text={text} onChange={onEdit && ((ticked) => onEdit(ticked, comment))} />
          </Box>
        ) : (
          <CommentEditor
            value={typed}
            onChange={type}
            label={t('comment_edit')}
            people={people}
            onSubmit={save}
            onCancel={() => (isChanged ? setAsking(true) : discard())}
            autoFocus
            actions={
              <>
                <Button size="small" color="inherit" onClick={discard}>
                  {t('action_cancel')}
                </Button>
                <Button size="small" variant="contained" disabled={!canSend(typed)} onClick={save}>
                  {t('comment_save')}
                </Button>
              </>
            }
          />
        )}
      </Box>
      {isAsking && (
        <ConfirmDialog
          open
          title={t('task_discard_title')}
          text={t('task_discard_text')}
          confirmLabel={t('task_discard')}
          onConfirm={discard}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
}
