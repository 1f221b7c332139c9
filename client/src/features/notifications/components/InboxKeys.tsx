import { ShortcutsDialog } from '#ui/dialog/ShortcutsDialog';

const groups = [
  {
    title: 'notifications_title',
    rows: [
      [['J', 'K'], 'notifications_step'],
      [['E'], 'notifications_read'],
      [['M'], 'notifications_mute'],
      [['?'], 'shortcuts_title'],
    ],
  },
] as const;

/** All shortcuts of the inbox. */
export const InboxKeys = ({ onClose }: { onClose: () => void }) => (
  <ShortcutsDialog groups={groups} onClose={onClose} />
);
