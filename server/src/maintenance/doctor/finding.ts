/** One line of the doctor's report. */
export interface Finding {
  state: 'ok' | 'warning' | 'fault';
  /** What was looked at. */
  subject: string;
  /** What was found and, where something is wrong, which setting to change. */
  text: string;
}

/** A check's own way to report: its subject is the same in all its lines. */
export const about = (subject: string) => ({
  ok: (text: string): Finding => ({ state: 'ok', subject, text }),
  warning: (text: string): Finding => ({ state: 'warning', subject, text }),
  fault: (text: string): Finding => ({ state: 'fault', subject, text }),
});

export function reasonOf(error: unknown): string {
  // Several addresses of one name fail together, each with a reason and no common one.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
