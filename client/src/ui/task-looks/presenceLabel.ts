import type { PresentUser } from '@livelane/shared/realtime/messages.schema';

const LABELS = {
  viewing: 'presence_editing',
  editing: 'presence_editing',
  commenting: 'presence_commenting',
  dragging: 'presence_dragging',
} as const;

/** Someone's activity on a task, as a key of the catalogue. */
export const presenceLabel = (mode: PresentUser['mode']) => LABELS[mode];
