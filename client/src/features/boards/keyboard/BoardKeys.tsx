import { isApple } from '#lib/isApple';
import { type ShortcutGroup, ShortcutsDialog } from '#ui/dialog/ShortcutsDialog';

const COMMAND = isApple ? '⌘' : 'Control';
const groups: readonly ShortcutGroup[] = [
  {
    title: 'shortcuts_everywhere',
    rows: [
      [[`${COMMAND}+K`], 'palette'],
      [['N'], 'shortcut_new'],
      [['/'], 'shortcut_filter'],
      [['A … Z'], 'shortcut_type'],
      [[`${COMMAND}+Z`], 'shortcut_undo'],
      [[`${COMMAND}+A`], 'shortcut_all'],
      [['?'], 'shortcuts_title'],
    ],
  },
  {
    title: 'shortcuts_card',
    rows: [
      [['↑', '↓', '←', '→'], 'shortcut_walk'],
      [['Shift+↑', '↓', '←', '→'], 'shortcut_carry'],
      [['Space'], 'shortcut_lift'],
      [['E', 'Enter'], 'card_edit'],
      [['M'], 'card_move'],
      [['C'], 'card_complete'],
      [['X'], 'shortcut_select'],
      [['Shift+↑', '↓'], 'shortcut_extend'],
      [['Delete'], 'card_delete'],
      [['J', 'K'], 'shortcut_next'],
      [[`${COMMAND}+Enter`], 'shortcut_save'],
    ],
  },
  {
    title: 'bulk_bar',
    rows: [
      [['M'], 'bulk_move'],
      [['L'], 'task_labels'],
      [['A'], 'task_assignees'],
      [['P'], 'task_priority'],
      [['D'], 'task_due'],
      [['Escape'], 'bulk_clear'],
    ],
  },
];

/** All shortcuts of a board. */
export default function BoardKeys({ onClose }: { onClose: () => void }) {
  return <ShortcutsDialog groups={groups} onClose={onClose} />;
}
