import type { Texts } from '../catalogue';
import type { views as english } from '../en-GB/views';

export const views: Texts<typeof english> = {
  board_members: 'Mitglieder: {names}',
  board_add_people: 'Personen hinzufügen',
  palette_field: 'Suchen…',
  profile_appearance: 'Sprache und Farbschema',
  view_menu: 'Ansicht',
  view_density: 'Dichte',
  view_density_comfortable: 'Geräumig',
  view_density_compact: 'Kompakt',
  view_theme: 'Farbschema',
  view_theme_system: 'Wie das System',
  view_theme_light: 'Hell',
  view_theme_dark: 'Dunkel',
  view_print: 'Drucken',
  trash_title: 'Papierkorb',
  trash_text: 'Gelöschtes kann 30 Tage lang wiederhergestellt werden.',
  trash_own:
    'Mitglieder stellen wieder her, was sie selbst gelöscht haben, innerhalb einer Stunde. Betreuer und Eigentümer stellen alles wieder her.',
  trash_empty: 'In letzter Zeit wurde nichts gelöscht',
  trash_restore: 'Wiederherstellen',
  trash_restore_of: '„{title}“ wiederherstellen',
  trash_restored: '„{title}“ ist wieder da',
  trash_by: '{state}, gelöscht von {name}',
  waiting_card: 'Noch nicht gespeichert',
  waiting_title: 'Wartet auf das Speichern',
  waiting_text:
    'Diese Änderungen sind in diesem Browser aufbewahrt und werden in dieser Reihenfolge gesendet, sobald der Server erreichbar ist.',
  waiting_none: 'Nichts wartet: Alles ist gespeichert.',
  offline_needs_server: 'Nicht möglich, solange der Server nicht erreichbar ist',
  offline_list: 'Der Server ist nicht erreichbar. Das ist die Liste, wie sie hier zuletzt zu sehen war.',
};
