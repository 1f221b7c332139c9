import type { Finding } from '../src/maintenance/doctor/finding';

/** What the doctor complains of, a line each. */
export const faultsOf = (findings: readonly Finding[]) =>
  findings
    .filter(({ state }) => state !== 'ok')
    .map(({ state, subject, text }) => `${state} ${subject}: ${text}`);
