import type { SearchMatch } from '@livelane/shared/search/search.schema';
import { createParser } from '#ui/markdown/markdown';

/** Around what was found while the text is read: letters that nobody types and that mean nothing in Markdown. */
const FROM = '\ue000';
const TO = '\ue001';
const SIGNS = /[\ue000\ue001]/g;
const UNTYPED = '\ufffd';
/** Links of which the excerpt has the end alone, or the beginning. */
const LINK_END = /^[^[\]\n]*\]\(/;
const LINK_BEGINNING = /\[[^[\]]*\]\([^()\s]*$/;
/** Of emphasis and code, too, one end may be missing; within words such signs are text. */
const LOOSE_SIGNS =
  /(?<![\p{L}\p{N}\ue001])(?:\*{2,}|_{2,}|~{2,}|`+)|(?:\*{2,}|_{2,}|~{2,}|`+)(?![\p{L}\p{N}\ue000])/gu;

const parser = createParser();
// Addresses are shown, if at all, as they were typed.
parser.validateLink = () => true;
parser.normalizeLink = (url) => url;
parser.normalizeLinkText = (url) => url;

type Token = ReturnType<typeof parser.parse>[number];

/** A piece of an excerpt. */
export interface Piece {
  text: string;
  isFound: boolean;
}

/** A text in Markdown, or a part of one, as it is read: without its signs, what was found marked. */
export function readMarkdown(match: Pick<SearchMatch, 'text' | 'ranges'>): Piece[] {
  const marked = piecesOf(match)
    .map(({ text, isFound }) => {
      const typed = text.replace(SIGNS, UNTYPED);
      return isFound ? FROM + typed + TO : typed;
    })
    .join('');
  const whole = `${LINK_END.test(marked) ? '[' : ''}${marked}${LINK_BEGINNING.test(marked) ? ')' : ''}`;
  const read = textOf(parser.parse(whole, {})).replace(/\s+/gu, ' ').trim();
  const pieces = read.split(/\ue000([^\ue001]*)\ue001/u).map((text, at) => ({ text, isFound: at % 2 === 1 }));
  // What was found may be where nobody reads, as the language of a piece of code.
  return pieces.length === 2 * match.ranges.length + 1 ? pieces : piecesOf(match);
}

/** A text as it is, what was found marked. */
export function piecesOf({ text, ranges }: Pick<SearchMatch, 'text' | 'ranges'>): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const [from, to] of ranges) {
    pieces.push(
      { text: text.slice(end, from), isFound: false },
      { text: text.slice(from, to), isFound: true },
    );
    end = to;
  }
  return [...pieces, { text: text.slice(end), isFound: false }];
}

function textOf(tokens: readonly Token[]): string {
  let read = '';
  let address = '';
  for (const token of tokens) {
    switch (token.type) {
      case 'inline':
        read += `${textOf(token.children ?? [])} `;
        break;
      case 'text':
        read += token.content.replace(LOOSE_SIGNS, '');
        break;
      case 'mention':
        read += `@${token.content}`;
        break;
      case 'softbreak':
      case 'hardbreak':
        read += ' ';
        break;
      case 'link_open':
        address = String(token.attrGet('href') ?? '');
        break;
      case 'link_close':
        // Someone who searched for an address sees it; an address that is its own name has been read.
        if (address.includes(FROM) && !read.endsWith(address)) read += ` (${address})`;
        break;
      default:
        // Code, whose signs are text.
        read += token.type === 'code_inline' ? token.content : token.content && `${token.content} `;
    }
  }
  return read;
}
