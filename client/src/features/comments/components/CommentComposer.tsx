import { COMMENT_TEXT_MAX, MENTIONS_MAX } from '@livelane/shared/comments/comment.limits';
import { mentionedIds } from '@livelane/shared/comments/mentions';
import { textLength } from '@livelane/shared/values/text-length';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#i18n/useT';
import { MarkdownEditor } from '#ui/markdown/MarkdownEditor';
import type { MentionPerson } from '#ui/markdown/MentionList';
import { keepCommentDraft, loadCommentDraft } from '../comment.draft';

interface Props {
  userId: string;
  taskId: string;
  people: readonly MentionPerson[];
  onSend: (text: string) => void;
  /** The user has begun or stopped writing. */
  onTyping: (isTyping: boolean) => void;
}

/** Why a text cannot be sent, as a key of the catalogue; null if it can. */
export function faultOf(text: string) {
  if (textLength(text) > COMMENT_TEXT_MAX) return 'input_max_comment';
  return mentionedIds(text).length > MENTIONS_MAX ? 'input_max_mentions' : null;
}

/** Writes a new comment. The draft survives a reload. */
export function CommentComposer({ userId, taskId, people, onSend, onTyping }: Props) {
  const t = useT();
  const [text, setText] = useState(() => loadCommentDraft(userId, taskId));
  const [isFocused, setFocused] = useState(false);
  const fault = faultOf(text);
  const isTyping = isFocused && text.trim() !== '';
  const notify = useRef(onTyping);
  useEffect(() => {
    notify.current = onTyping;
  });
  useEffect(() => {
    if (!isTyping) return;
    notify.current(true);
    return () => notify.current(false);
  }, [isTyping]);
  const change = (typed: string) => {
    setText(typed);
    keepCommentDraft(userId, taskId, typed);
  };
  const send = () => {
    if (text.trim() === '' || fault) return;
    onSend(text);
    change('');
  };
  return (
    <Box>
      <MarkdownEditor
        value={text}
        onChange={change}
        label={t('comment_write')}
        placeholder={t('comment_hint')}
        people={people}
        onSubmit={send}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        actions={
          <Button
            size="small"
            variant="contained"
            disabled={text.trim() === '' || fault !== null}
            onClick={send}
          >
            {t('comment_send')}
          </Button>
        }
      />
      <Box role="status" sx={{ color: 'error.main', fontSize: '0.8125rem' }}>
        {fault && t(fault)}
      </Box>
    </Box>
  );
}
