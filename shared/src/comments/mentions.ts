/**
 * `@[Name](user:<uuid>)`; brackets in a name are escaped. Since a search that begins at one "@[" ends before the next,
 * any text is read in linear time.
 */
export const MENTION =
  /@\[((?:\\.|[^[\]\\])*)\]\(user:([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\)/gi;

/** The ids that a text mentions: lower-case, in order, once each. */
export function mentionedIds(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(MENTION), ([, , id = '']) => id.toLowerCase()))];
}

/** A text for places without Markdown: mentions become names. */
export function withMentionedNames(text: string): string {
  return text.replace(MENTION, (_mention, name: string) => `@${name.replace(/\\(.)/g, '$1')}`);
}
