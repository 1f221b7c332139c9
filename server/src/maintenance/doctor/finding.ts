/** One line of the doctor's report. */
export interface Finding {
  state: 'ok' | 'warning' | 'fault';
  /** The checked part. */
  subject: string;
  /** The result and, if something is wrong, the setting to change. */
  text: string;
}

/** Makes the findings of one check, all with its subject. */
export const about = (subject: string) => ({
  ok: (text: string): Finding => ({ state: 'ok', subject, text }),
  warning: (text: string): Finding => ({ state: 'warning', subject, text }),
  fault: (text: string): Finding => ({ state: 'fault', subject, text }),
});

export function reasonOf(error: unknown): string {
  // The addresses of a name fail together, each with its own reason and without a common one.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
