import type { SearchMatch } from '@livelane/shared/search/search.schema';
import { Fragment } from 'react';

/** A mention holds an id as well; people read only the name. */
const MENTION_END = /\]\(user:[0-9a-f-]{36}\)/g;
const withoutIds = (text: string) => text.replace(MENTION_END, '').replaceAll('@[', '@');

/** A text with what was found in it marked. */
export function Excerpt({ match }: { match: Pick<SearchMatch, 'text' | 'ranges'> }) {
  const { text, ranges } = match;
  const last = ranges.at(-1)?.[1] ?? 0;
  return (
    <bdi>
      {ranges.map(([from, to], at) => (
        <Fragment key={from}>
          {withoutIds(text.slice(ranges[at - 1]?.[1] ?? 0, from))}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {withoutIds(text.slice(last))}
    </bdi>
  );
}
