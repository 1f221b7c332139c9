/** On platforms where Command takes the place of Control. */
export const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform);
