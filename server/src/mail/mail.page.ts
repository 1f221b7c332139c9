import type { Language } from '@livelane/shared/values/languages';

/** A part of a mail, from top to bottom. */
export type MailBlock =
  | { heading: string }
  | { paragraph: string }
  /** In small print. */
  | { note: string }
  /** A link in small print. */
  | { link: string; href: string }
  | { quote: string; by: string }
  /** `isCopyable`: its address is printed beneath, for people who read mail in one program and browse in another. */
  | { button: string; href: string; isCopyable?: true };

/** A mail as plain text and as HTML: everything is escaped, nothing is loaded from elsewhere. */
export function mailPage(
  language: Language,
  title: string,
  blocks: readonly MailBlock[],
): { text: string; html: string } {
  return { text: `${blocks.map(asText).join('\n\n')}\n`, html: asPage(language, title, blocks) };
}

function asText(block: MailBlock): string {
  if ('heading' in block) return block.heading;
  if ('paragraph' in block) return block.paragraph;
  if ('note' in block) return block.note;
  if ('button' in block) return `${block.button}:\n${block.href}`;
  if ('link' in block) return `${block.link}:\n${block.href}`;
  return `${block.by}:\n${block.quote.replace(/^/gm, '> ')}`;
}

function asHtml(block: MailBlock): string {
  if ('heading' in block)
    return `<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:1.3;color:#1a2033"><bdi>${escapeHtml(block.heading)}</bdi></h1>`;
  if ('paragraph' in block)
    return `<p class="ink" style="${TEXT};color:#1a2033">${lines(block.paragraph)}</p>`;
  if ('note' in block) return `<p class="dim" style="${TEXT};${SMALL}">${lines(block.note)}</p>`;
  if ('link' in block) return `<p style="${TEXT};${SMALL}">${link(block.href, escapeHtml(block.link))}</p>`;
  if ('button' in block) {
    const href = escapeHtml(block.href);
    const button = `<p style="margin:0 0 16px"><a href="${href}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:#3452d9;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(block.button)}</a></p>`;
    if (!block.isCopyable) return button;
    return `${button}<p style="${TEXT};${SMALL};word-break:break-all">${link(block.href, href)}</p>`;
  }
  return `<blockquote class="quote" style="margin:0 0 16px;padding:8px 14px;border-inline-start:3px solid #b9c2d8;background:#f6f7fb"><p class="dim" style="margin:0 0 4px;${SMALL}">${escapeHtml(block.by)}</p><p class="ink" dir="auto" style="margin:0;line-height:1.5;color:#1a2033">${lines(block.quote)}</p></blockquote>`;
}

const link = (href: string, label: string): string =>
  `<a class="dim" style="color:#566079" href="${escapeHtml(href)}">${label}</a>`;

const TEXT = 'margin:0 0 16px;line-height:1.5';
const SMALL = 'font-size:13px;color:#566079';
/** The product's logo made of boxes: a mail loads no pictures. */
const BARS = [11, 7, 9]
  .map(
    (height) =>
      `<span style="display:inline-block;width:3px;height:${height}px;margin-inline-start:2px;border-radius:1px;background:#ffffff;vertical-align:top"></span>`,
  )
  .join('');
const BRAND = `<p class="dim" style="margin:0 0 20px;font-size:14px;font-weight:700;color:#566079"><span style="display:inline-block;width:20px;height:20px;margin-inline-end:8px;border-radius:5px;background:#3452d9;font-size:0;line-height:0;vertical-align:middle"><span style="display:block;padding:4px 2px 0">${BARS}</span></span><span style="vertical-align:middle">Livelane</span></p>`;
/** Between the parts of a mail about several things. */
const LINE = '<hr class="line" style="margin:8px 0 24px;border:0;border-top:1px solid #e1e5ef">';
/** Mail programs that know dark mode read this; the others show the light colours of the elements. */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.back{background:#10131b!important}.sheet{background:#1c212e!important;border-color:#2d3448!important}.ink{color:#e8ebf4!important}.dim{color:#a3adc4!important}.quote{background:#262c3c!important;border-color:#4d5875!important}.line{border-color:#2d3448!important}}`;

function asPage(language: Language, title: string, blocks: readonly MailBlock[]): string {
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  return `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body class="back" style="margin:0;padding:24px 12px;background:#f6f7fb;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;font-size:15px">
<div class="sheet" dir="${direction}" style="max-width:560px;margin:0 auto;padding:28px 24px 12px;border:1px solid #e1e5ef;border-radius:12px;background:#ffffff;overflow-wrap:anywhere;word-break:break-word">
${BRAND}
${blocks.map((block, index) => ('heading' in block && index > 0 ? LINE : '') + asHtml(block)).join('\n')}
</div></body></html>
`;
}

const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
