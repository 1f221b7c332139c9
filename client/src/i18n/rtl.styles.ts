import rtlPlugin from '@mui/stylis-plugin-rtl';
import { prefixer } from 'stylis';

/** Mirrors MUI's left and right. A list of plugins replaces Emotion's own, hence its prefixer again. */
export const rtlStyles = [prefixer, rtlPlugin];
