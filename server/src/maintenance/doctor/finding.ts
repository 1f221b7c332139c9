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

/** The last line of a report, and the code that the doctor exits with: 1 for faults, not for warnings. */
export function conclude(findings: readonly Finding[]): { text: string; exitCode: 0 | 1 } {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const faults = count('fault');
  const warnings = count('warning');
  const parts = [
    faults > 0 && `${faults} ${faults === 1 ? 'problem' : 'problems'} to fix`,
    warnings > 0 && `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
  ];
  return { text: parts.filter(Boolean).join(', ') || 'no problems found', exitCode: faults > 0 ? 1 : 0 };
}

export function reasonOf(error: unknown): string {
  // The addresses of a name fail together, each with its own reason and without a common one.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
