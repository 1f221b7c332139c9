import { isBlank } from '@livelane/shared/values/blank';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#i18n/useT';
import type { MentionPerson } from '#ui/markdown/MentionList';
import { keepCommentDraft, loadCommentDraft } from '../comment.draft';
import { CommentEditor, canSend } from './CommentEditor';

interface Props {
  userId: string;
  taskId: string;
  people: readonly MentionPerson[];
  onSend: (text: string) => void;
  /** The user has begun or stopped writing. */
  onTyping: (isTyping: boolean) => void;
}

/** Writes a new comment. The draft survives a reload. */
export function CommentComposer({ userId, taskId, people, onSend, onTyping }: Props) {
  const t = useT();
  const [text, setText] = useState(() => loadCommentDraft(userId, taskId));
  const field = useRef<HTMLTextAreaElement>(null);
  const [sent, setSent] = useState(0);
  // Also when the field is only back from its preview. The button, which is disabled then, would lose the focus.
  useEffect(() => {
    if (sent > 0) field.current?.focus();
  }, [sent]);
  const [isFocused, setFocused] = useState(false);
  const isTyping = isFocused && !isBlank(text);
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
    if (!canSend(text)) return;
    onSend(text);
    change('');
    setSent(sent + 1);
  };
  return (
    <CommentEditor
      value={text}
      onChange={change}
      fieldRef={field}
      label={t('comment_write')}
      people={people}
      onSubmit={send}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      actions={
        <Button size="small" variant="contained" disabled={!canSend(text)} onClick={send}>
          {t('comment_send')}
        </Button>
      }
    />
  );
}
