import { createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';
import type { Translate } from '#i18n/useT';
import { BY_FINGER } from '#ui/byFinger';

const FONT = "'Inter Variable', system-ui, sans-serif";

const RING = { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 };
const INNER_RING = { outlineOffset: -2 };
const ON_PHONE = { '@media (max-width: 599px)': { fontSize: '1rem' } };

const options: ThemeOptions = {
  cssVariables: { colorSchemeSelector: 'data' },
  colorSchemes: {
    light: {
      palette: {
        primary: { main: '#3452d9' },
        secondary: { main: '#6b4fd3' },
        error: { main: '#c62e3b' },
        warning: { main: '#a65b00' },
        success: { main: '#1b7a43' },
        info: { main: '#31528f' },
        background: { default: '#f6f7fb', paper: '#ffffff' },
        text: { primary: '#1a2033', secondary: '#566079' },
        action: { active: '#566079' },
        divider: '#e1e5ef',
      },
    },
    dark: {
      palette: {
        primary: { main: '#95a8ff' },
        secondary: { main: '#b7a3ff' },
        // The darker shades are backgrounds of white text, in toasts.
        error: { main: '#ff8a8f', dark: '#b3444b' },
        warning: { main: '#ffb562' },
        success: { main: '#6fd39a', dark: '#2c7a50' },
        info: { main: '#93b4ee', dark: '#3f5f9f' },
        background: { default: '#10131b', paper: '#1c212e' },
        text: { primary: '#e8ebf4', secondary: '#a3adc4' },
        action: { active: '#a3adc4' },
        divider: '#2d3448',
      },
    },
  },
  spacing: 8,
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: FONT,
    h1: { fontSize: '1.5rem', fontWeight: 700, lineHeight: 1.3333, letterSpacing: '-0.02em' },
    h2: { fontSize: '1.25rem', fontWeight: 650, lineHeight: 1.2, letterSpacing: '-0.01em' },
    h3: { fontSize: '1rem', fontWeight: 650, lineHeight: 1.5 },
    body1: { fontSize: '0.875rem', lineHeight: 1.6, letterSpacing: 0 },
    body2: { fontSize: '0.8125rem', lineHeight: 1.5, letterSpacing: 0 },
    overline: { fontSize: '0.8125rem', fontWeight: 600, letterSpacing: 'normal', textTransform: 'none' },
    button: { textTransform: 'none', fontWeight: 600, letterSpacing: 0 },
  },
  components: {
    // The same focus ring everywhere: MUI's ripple looks bad in buttons, and is invisible on an active link.
    MuiButtonBase: { styleOverrides: { root: { '&.Mui-focusVisible': RING } } },
    MuiButton: {
      defaultProps: { disableElevation: true, disableFocusRipple: true },
      styleOverrides: { root: { [BY_FINGER]: { minHeight: 44 } } },
    },
    MuiIconButton: {
      defaultProps: { disableFocusRipple: true },
      styleOverrides: {
        root: {
          [BY_FINGER]: { '&::after': { content: '""', position: 'absolute', inset: 'calc(50% - 22px)' } },
        },
      },
    },
    // Their container clips an outer ring.
    MuiMenuItem: { styleOverrides: { root: { '&.Mui-focusVisible': INNER_RING } } },
    MuiCardActionArea: { styleOverrides: { root: { '&.Mui-focusVisible': INNER_RING } } },
    MuiCard: { defaultProps: { variant: 'outlined' } },
    // Surfaces differ by colour and border, not by an overlay.
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiTextField: { defaultProps: { size: 'small' } },
    // Safari on a phone zooms into fields with a smaller font.
    MuiInputBase: { styleOverrides: { root: ON_PHONE } },
    // The notch of a field has its width from the field's letters, the label in it from its own.
    MuiInputLabel: { styleOverrides: { root: ON_PHONE } },
    // Both name what people have named.
    MuiDialogTitle: {
      styleOverrides: { root: { fontSize: '1.25rem', fontWeight: 650, overflowWrap: 'anywhere' } },
    },
    MuiDialogContentText: { styleOverrides: { root: { overflowWrap: 'anywhere' } } },
    MuiDialogContent: { styleOverrides: { root: { paddingTop: 8 } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 24px' } } },
    MuiCssBaseline: {
      styleOverrides: {
        html: { overscrollBehaviorX: 'none' },
        'html, body, #root': { height: '100%' },
        // Typed text keeps its own direction, line by line. (Firefox does not show placeholders with this.)
        ':root[dir=rtl] :is(input, textarea):not(:placeholder-shown)': { unicodeBidi: 'plaintext' },
        // Numbers are written from left to right, and begin where a text would.
        ':root[dir=rtl] input:is([inputmode=numeric], [type=number]):not(:placeholder-shown)': {
          textAlign: 'end',
        },
        // Arabic letters join: letter spacing would tear words apart.
        ':root:lang(ar) *': { letterSpacing: '0 !important' },
        ':focus-visible': RING,
        // Backgrounds and shadows are not drawn then, nor is a disabled control's colour unless it is a real one.
        '@media (forced-colors: active)': {
          '.MuiDialog-paper, .MuiPopover-paper': { border: '1px solid' },
          '.Mui-disabled': { color: 'GrayText !important' },
          '.Mui-selected, a[aria-current]': {
            forcedColorAdjust: 'none',
            background: 'Highlight !important',
            color: 'HighlightText !important',
          },
        },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '0.01ms !important',
            transitionDuration: '0.01ms !important',
            scrollBehavior: 'auto !important',
          },
        },
      },
    },
  },
};

/**
 * One palette, one type scale, an 8-pixel grid; light and dark from CSS variables.
 * The texts replace MUI's English ones.
 */
export function createLivelaneTheme(direction: 'ltr' | 'rtl', t: Translate): Theme {
  return createTheme({
    ...options,
    direction,
    components: {
      ...options.components,
      MuiAlert: {
        defaultProps: { closeText: t('action_close') },
        // The page's ground can be nearly as dark as an alert's.
        styleOverrides: {
          standard: { border: '1px solid color-mix(in srgb, currentColor 24%, transparent)' },
        },
      },
    },
  });
}
