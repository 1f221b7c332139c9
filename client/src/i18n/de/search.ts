import type { Texts } from '../catalogue';
import type { search as english } from '../en-GB/search';

export const search: Texts<typeof english> = {
  search_title: 'Suche',
  search_label: 'Aufgaben suchen',
  search_what:
    'Findet Aufgaben, die Sie sehen können und die alle Wörter enthalten: in Titel, Beschreibung, Checkliste, Kommentaren oder ID.',
  search_filters: 'Filter',
  search_in: 'Suchen in',
  search_in_id: 'ID',
  search_in_title: 'Titel',
  search_in_description: 'Beschreibung',
  search_in_checklist: 'Checkliste',
  search_in_comment: 'Kommentar',
  search_column: 'Spalte',
  search_found: '{count, plural, one {# Aufgabe} other {# Aufgaben}} gefunden',
  search_found_more: 'Die {count} besten Treffer',
  search_more: 'Mehr anzeigen',
  search_error: 'Die Suche funktioniert gerade nicht.',
  search_none_text: 'Versuchen Sie es mit weniger oder kürzeren Wörtern, oder entfernen Sie einen Filter.',
  palette_found: 'Alle Aufgaben: Titel, Beschreibungen, Checklisten, Kommentare',
  palette_all: 'Alles zu „{text}“ anzeigen',
  palette_searching: 'Suche läuft …',
  palette_offline: 'Alle Aufgaben können gerade nicht durchsucht werden',
};
