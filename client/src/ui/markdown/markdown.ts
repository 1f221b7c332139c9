import { MENTION } from '@livelane/shared/comments/mentions';
import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';

/** At the position of the search. */
const MENTION_HERE = new RegExp(MENTION, 'iy');
const TASK = /^\[([ xX])\] /;
/** The checkbox of a list item in its line. */
const BOX = /\[[ xX]\]/;

const AT_SIGN = 0x40;

/** CommonMark with tables, strikethrough and addresses as links; raw HTML stays text, pictures become links. */
export function createParser() {
  const parser = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable('image');
  // Only addresses with a scheme: a file name is not a link.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  parser.inline.ruler.before('link', 'mention', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== AT_SIGN) return false;
    MENTION_HERE.lastIndex = state.pos;
    const [whole, name = '', id = ''] = MENTION_HERE.exec(state.src) ?? [];
    if (whole === undefined) return false;
    if (!silent) {
      const token = state.push('mention', 'span', 0);
      token.content = name.replace(/\\(.)/g, '$1');
      token.meta = { id: id.toLowerCase() };
    }
    state.pos += whole.length;
    return true;
  });
  parser.core.ruler.after('inline', 'tasks', ({ tokens, Token }) => {
    tokens.forEach((token, at) => {
      const [first] = token.children ?? [];
      const [, mark] = TASK.exec(token.content) ?? [];
      const item = tokens[at - 2];
      if (token.type !== 'inline' || !first || mark === undefined || item?.type !== 'list_item_open') return;
      item.attrJoin('class', 'task');
      first.content = first.content.replace(TASK, '');
      const open = new Token('task_open', 'label', 1);
      open.meta = { line: token.map?.[0] ?? 0, isDone: mark !== ' ' };
      token.children = [open, ...(token.children ?? []), new Token('task_close', 'label', -1)];
    });
  });
  return parser;
}

const parser = createParser();
const { escapeHtml } = parser.utils;
const { rules } = parser.renderer;
rules.mention = (tokens, at) => {
  const { content = '', meta } = tokens[at] ?? {};
  return `<span class="mention" data-user="${meta?.id}">@${escapeHtml(content)}</span>`;
};
rules.task_open = (tokens, at) => {
  const meta = tokens[at]?.meta;
  return `<label><input type="checkbox" data-line="${meta?.line}"${meta?.isDone ? ' checked' : ''}> `;
};
rules.task_close = () => '</label>';
rules.link_open = (tokens, at, options, _env, self) => {
  tokens[at]?.attrSet('target', '_blank');
  tokens[at]?.attrSet('rel', 'noreferrer noopener');
  return self.renderToken(tokens, at, options);
};

const KEPT = {
  ALLOWED_TAGS:
    'a p br strong em s code pre ul ol li blockquote hr h1 h2 h3 h4 h5 h6 table thead tbody tr th td span label input'.split(
      ' ',
    ),
  ALLOWED_ATTR: 'href target rel class data-user data-line type checked start dir align'.split(' '),
  ALLOW_DATA_ATTR: false,
  ADD_URI_SAFE_ATTR: ['data-user', 'data-line', 'target', 'rel', 'start', 'type', 'checked'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  RETURN_DOM_FRAGMENT: true,
} as const;

/** Renders a text. Every block has the direction of its own words. */
export function renderMarkdown(text: string): DocumentFragment {
  const shown = DOMPurify.sanitize(parser.render(text), {
    ...KEPT,
    ALLOWED_TAGS: [...KEPT.ALLOWED_TAGS],
    ALLOWED_ATTR: [...KEPT.ALLOWED_ATTR],
    ADD_URI_SAFE_ATTR: [...KEPT.ADD_URI_SAFE_ATTR],
  });
  for (const block of shown.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, blockquote, table'))
    block.setAttribute('dir', 'auto');
  return shown;
}

/** The text with the checkbox of the list item in `line` ticked or not. */
export function withTask(text: string, line: number, isDone: boolean): string {
  const lines = text.split('\n');
  const before = lines[line];
  if (before !== undefined) lines[line] = before.replace(BOX, isDone ? '[x]' : '[ ]');
  return lines.join('\n');
}
