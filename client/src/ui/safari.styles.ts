import type { StylisPlugin } from '@emotion/cache';

/**
 * Replaces Emotion's prefixer, which checks each declaration of each rule for browsers of ten years ago: only this
 * property still needs a prefix, in Safari.
 */
export const prefixForSafari: StylisPlugin = (element) => {
  if (element.type === 'decl' && element.props === 'user-select')
    element.return = `-webkit-${element.value}${element.value}`;
};
