import type { StylisPlugin } from '@emotion/cache';

/**
 * Takes the place of Emotion's prefixer, which looks at each declaration of each rule for browsers of ten years ago:
 * Safari still knows this one property by its own name only.
 */
export const prefixForSafari: StylisPlugin = (element) => {
  if (element.type === 'decl' && element.props === 'user-select')
    element.return = `-webkit-${element.value}${element.value}`;
};
