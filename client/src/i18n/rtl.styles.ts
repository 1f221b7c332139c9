import rtlPlugin from '@mui/stylis-plugin-rtl';

/**
 * Mirrors MUI's left and right. It takes the place of Emotion's prefixer, which browsers of these years hardly need;
 * Stylis' own would come back here, but the build would put it into everybody's first script.
 */
export const rtlStyles = [rtlPlugin];
