/** The single sign-on provider from the page's meta element; null without one. */
export function signInProvider(): { name: string; isOnly: boolean } | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="livelane-provider"]');
  return meta && { name: meta.content, isOnly: 'only' in meta.dataset };
}
