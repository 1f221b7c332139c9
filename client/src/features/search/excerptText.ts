import type { SearchMatch } from '@livelane/shared/search/search.schema';
import { createParser } from '#ui/markdown/markdown';

/** Mark matches while the text is parsed: characters that nobody types and without meaning in Markdown. */
const FROM = '\ue000';
const TO = '\ue001';
const SIGNS = /[\ue000\ue001]/g;
const UNTYPED = '\ufffd';
/** Links of which the excerpt contains only the end, or the beginning. */
const LINK_END = /^[^[\]\n]*\]\(/;
const LINK_BEGINNING = /\[[^[\]]*\]\([^()\s]*$/;
/** Emphasis and code may lack one end, too; within words such characters are text. */
const LOOSE_SIGNS =
  /(?<![\p{L}\p{N}\ue001])(?:\*{2,}|_{2,}|~{2,}|`+)|(?:\*{2,}|_{2,}|~{2,}|`+)(?![\p{L}\p{N}\ue000])/gu;

const parser = createParser();
// Addresses are shown as typed, if at all.
parser.validateLink = () => true;
parser.normalizeLink = (url) => url;
parser.normalizeLinkText = (url) => url;

type Token = ReturnType<typeof parser.parse>[number];

/** A piece of an excerpt. */
export interface Piece {
  text: string;
  isFound: boolean;
}

/** Renders Markdown, or an excerpt, as plain text with its matches marked. */
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
  // A match may be in an invisible part, such as the language of a code block.
  return pieces.length === 2 * match.ranges.length + 1 ? pieces : piecesOf(match);
}

/** A plain text with its matches marked. */
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
        // A matching address is shown, unless it is also the link's text.
        if (address.includes(FROM) && !read.endsWith(address)) read += ` (${address})`;
        break;
      default:
        // Code, in which markup characters are text.
        read += token.type === 'code_inline' ? token.content : token.content && `${token.content} `;
    }
  }
  return read;
}
