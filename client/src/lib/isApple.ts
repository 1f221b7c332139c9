/** Platforms where Command replaces Control. */
export const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform);
