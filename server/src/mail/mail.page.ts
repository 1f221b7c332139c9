import type { Language } from '@livelane/shared/values/languages';

/** What a mail is made of, from top to bottom. */
export type MailBlock =
  | { heading: string }
  | { paragraph: string }
  /** In small print; of our own words and addresses only. */
  | { note: string }
  | { quote: string; by: string }
  | { button: string; href: string };

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
  return `${block.by}:\n${block.quote.replace(/^/gm, '> ')}`;
}

function asHtml(block: MailBlock): string {
  if ('heading' in block)
    return `<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:1.3;color:#1b2026"><bdi>${escapeHtml(block.heading)}</bdi></h1>`;
  if ('paragraph' in block)
    return `<p class="ink" style="${TEXT};color:#1b2026">${lines(block.paragraph)}</p>`;
  if ('note' in block)
    return `<p class="dim" style="${TEXT};font-size:13px;color:#5b6570">${withLinks(lines(block.note))}</p>`;
  if ('button' in block) {
    const href = escapeHtml(block.href);
    return `<p style="margin:0 0 16px"><a href="${href}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:#2f5fd0;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(block.button)}</a></p><p class="dim" style="${TEXT};font-size:12px;color:#5b6570;word-break:break-all"><a class="dim" style="color:#5b6570" href="${href}">${href}</a></p>`;
  }
  return `<blockquote class="quote" style="margin:0 0 16px;padding:8px 14px;border-inline-start:3px solid #b9c2cc;background:#f4f6f8"><p class="dim" style="margin:0 0 4px;font-size:13px;color:#5b6570">${escapeHtml(block.by)}</p><p class="ink" dir="auto" style="margin:0;line-height:1.5;color:#1b2026">${lines(block.quote)}</p></blockquote>`;
}

const TEXT = 'margin:0 0 16px;line-height:1.5';
/** Mail programs that know dark mode read this; the others show the light colours of the elements. */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.back{background:#14171b!important}.sheet{background:#1e2329!important;border-color:#343b44!important}.ink{color:#e8ebee!important}.dim{color:#a3adb8!important}.quote{background:#272d34!important;border-color:#4d5864!important}}`;

function asPage(language: Language, title: string, blocks: readonly MailBlock[]): string {
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  return `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body class="back" style="margin:0;padding:24px 12px;background:#eef1f4;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;font-size:15px">
<div class="sheet" dir="${direction}" style="max-width:560px;margin:0 auto;padding:28px 24px 12px;border:1px solid #d9dfe5;border-radius:12px;background:#ffffff;overflow-wrap:anywhere;word-break:break-word">
${blocks.map(asHtml).join('\n')}
</div></body></html>
`;
}

const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

/** Mail programs find addresses in text themselves, but not each of them does. */
const withLinks = (html: string): string =>
  html.replace(
    /https?:\/\/[^\s<]+/g,
    (url) => `<a class="dim" style="color:#5b6570" href="${url}">${url}</a>`,
  );

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
