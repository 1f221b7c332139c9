/** Where the command key stands for Control. */
export const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform);
