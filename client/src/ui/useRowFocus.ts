import { type FocusEvent, useEffect, useRef } from 'react';

/** Not fields of text: on a phone a keyboard would come up. */
const CONTROLS =
  'a[href], button:enabled, input[type="checkbox"]:enabled, [role="combobox"]:not([aria-disabled="true"])';

interface Focused {
  control: Element;
  rowElement: Element | undefined;
  /** Where it was: which row of the list, and which control of that row. */
  row: number;
  index: number;
  /** By the keyboard: the page follows it. */
  isVisible: boolean;
  /** The page or dialog that the list belongs to. */
  around: HTMLElement | null;
}

const controlsOf = (row: Element | undefined) => [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];

/** Focuses the first control of a row, or the row itself. */
export function focusRow(row: Element | null | undefined): void {
  if (!(row instanceof HTMLElement)) return;
  const [control] = controlsOf(row);
  if (!control) row.tabIndex = -1;
  (control ?? row).focus();
}

/**
 * Keeps the place of the focus in a list whose rows can be removed: the row that moves up gets it, or the nearest one
 * that has controls, or without any the page or dialog around. In a row that loses only a control, the first one gets
 * it. Otherwise keyboard and screen reader would start from the top of the page.
 *
 * @returns what the list takes; its children are the rows
 */
export function useRowFocus() {
  const list = useRef<HTMLElement | null>(null);
  const last = useRef<Focused | null>(null);

  // After each rendering: also when a dialog closes whose row is gone by then.
  useEffect(() => {
    const { current: lost } = last;
    const { activeElement, body } = document;
    // Without a control the page has it, or the dialog, or what holds that.
    if (!lost || lost.control.isConnected || !activeElement?.contains(lost.around ?? body)) return;
    const rows = [...(list.current?.children ?? [])];
    const nearest = [...rows.slice(lost.row), ...rows.slice(0, lost.row).reverse()];
    const row = nearest.find((each) => controlsOf(each).length > 0);
    const controls = controlsOf(row);
    // In the same row another control has that place, and a second press would do what nobody wanted.
    const index = row === lost.rowElement ? 0 : Math.min(lost.index, controls.length - 1);
    const next = controls[index];
    if (next) {
      next.focus({ preventScroll: !lost.isVisible });
      return;
    }
    lost.around?.setAttribute('tabindex', '-1');
    lost.around?.focus({ preventScroll: true });
    // A removal may disable the controls of all rows until it has ended.
    if (!list.current?.querySelector(':disabled')) last.current = null;
  });

  return {
    ref: (element: HTMLElement | null) => {
      list.current = element;
    },
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const rows = [...currentTarget.children];
      const row = rows.findIndex((each) => each.contains(target));
      const index = controlsOf(rows[row]).indexOf(target);
      const around = currentTarget.closest<HTMLElement>('[role="dialog"], main');
      const isVisible = target.matches(':focus-visible');
      last.current =
        index < 0 ? null : { control: target, rowElement: rows[row], row, index, isVisible, around };
    },
  };
}
