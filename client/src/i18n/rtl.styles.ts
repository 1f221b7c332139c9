import rtlPlugin from '@mui/stylis-plugin-rtl';

/**
 * Mirrors MUI's left and right. It replaces Emotion's prefixer, which current browsers hardly need; adding Stylis' own
 * here would put it into everyone's first script.
 */
export const rtlStyles = [rtlPlugin];
