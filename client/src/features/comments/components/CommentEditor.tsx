import { COMMENT_TEXT_MAX, MENTIONS_MAX } from '@livelane/shared/comments/comment.limits';
import { mentionedIds } from '@livelane/shared/comments/mentions';
import { isBlank } from '@livelane/shared/values/blank';
import { textLength } from '@livelane/shared/values/text-length';
import Box from '@mui/material/Box';
import type { ComponentProps } from 'react';
import { useT } from '#i18n/useT';
import { MarkdownEditor } from '#ui/markdown/MarkdownEditor';

/** Why a text cannot be sent, as a key of the catalogue; null if it can. */
function faultOf(text: string) {
  if (textLength(text) > COMMENT_TEXT_MAX) return 'input_max_comment';
  return mentionedIds(text).length > MENTIONS_MAX ? 'input_max_mentions' : null;
}

export const canSend = (text: string) => !isBlank(text) && faultOf(text) === null;

/** The text of a comment, with what is wrong with it beneath. */
export function CommentEditor(props: Omit<ComponentProps<typeof MarkdownEditor>, 'placeholder'>) {
  const t = useT();
  const fault = faultOf(props.value);
  return (
    <Box>
      <MarkdownEditor {...props} placeholder={t('comment_hint')} />
      <Box role="status" sx={{ color: 'error.main', fontSize: '0.8125rem' }}>
        {fault && t(fault)}
      </Box>
    </Box>
  );
}
