/** An address in a running text; a full stop or bracket after it is not part of it. */
const ADDRESS = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/g;
/** What is shown of a long address. */
const SHOWN_CHARACTERS = 48;

export interface TextLink {
  href: string;
  label: string;
}

/** The web addresses in a text, each once, in order. */
export function linksIn(text: string): TextLink[] {
  const found = new Set(text.match(ADDRESS) ?? []);
  return [...found]
    .filter((href) => URL.canParse(href))
    .map((href) => {
      const plain = href.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
      return {
        href,
        label: plain.length > SHOWN_CHARACTERS ? `${plain.slice(0, SHOWN_CHARACTERS)}…` : plain,
      };
    });
}
