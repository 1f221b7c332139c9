/** The address of a page that a secret opens: behind `#`, where no server or proxy logs it. */
export function linkTo(publicUrl: URL, page: 'invitation' | 'reset' | 'confirm', secret: string): string {
  return new URL(`/${page}#${secret}`, publicUrl).href;
}

/** A text that may name links, for the log: their secrets must not be there. */
export function withoutLinkSecrets(text: string): string {
  return text.replace(/[\w-]{43}/g, ':secret');
}
