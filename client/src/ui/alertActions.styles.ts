/** Of an alert with long buttons: on a phone they are below its text. */
export const ACTIONS_BELOW_ON_PHONE = {
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  '& .MuiAlert-message': { flex: 1 },
  '& .MuiAlert-action': {
    flexBasis: { xs: '100%', sm: 'auto' },
    flexWrap: { xs: 'wrap', sm: 'nowrap' },
    justifyContent: 'flex-end',
    whiteSpace: 'nowrap',
  },
} as const;
