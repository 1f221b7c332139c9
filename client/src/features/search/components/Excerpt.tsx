import type { SearchMatch } from '@livelane/shared/search/search.schema';
import { Fragment } from 'react';
import { piecesOf, readMarkdown } from '../excerptText';

/** Fields whose texts are Markdown. */
const markdownFields: ReadonlySet<SearchMatch['field']> = new Set(['description', 'comment']);

/** A rendered text with its matches marked. */
export function Excerpt({ match }: { match: Pick<SearchMatch, 'field' | 'text' | 'ranges'> }) {
  const pieces = markdownFields.has(match.field) ? readMarkdown(match) : piecesOf(match);
  return (
    <bdi>
      {pieces.map(({ text, isFound }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no name but their place
        <Fragment key={at}>{isFound ? <mark>{text}</mark> : text}</Fragment>
      ))}
    </bdi>
  );
}
