interface Recorded extends Window {
  recorded?: { x: number; at: number }[];
}

/** In the page: where it is scrolled to, and when, by the browser's own events. */
export function recordScrolls(): void {
  const recorded: NonNullable<Recorded['recorded']> = [];
  (window as Recorded).recorded = recorded;
  window.addEventListener('scroll', ({ timeStamp }) => recorded.push({ x: window.scrollX, at: timeStamp }));
}

/** In the page: what was recorded, and how far a column is from the next one. */
export function scrollsRecorded() {
  const [first, second] = document.querySelectorAll('[data-state]');
  const leftOf = (column?: Element) => column?.getBoundingClientRect().left ?? 0;
  return { places: (window as Recorded).recorded ?? [], stride: leftOf(second) - leftOf(first) };
}
