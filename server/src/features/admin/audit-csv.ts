import type { AuditItem } from '@livelane/shared/admin/admin.schema';

const COLUMNS = ['id', 'at', 'event', 'actorId', 'userId', 'address', 'details'] as const;
const NEW_LINE = '\r\n';

/** Lines of the audit log as CSV (RFC 4180), with a line of names first. */
export async function* auditCsv(items: AsyncIterable<AuditItem>): AsyncGenerator<string> {
  yield COLUMNS.join(',') + NEW_LINE;
  for await (const item of items) {
    yield COLUMNS.map((column) =>
      cell(column === 'details' ? JSON.stringify(item.details) : (item[column] ?? '')),
    ).join(',') + NEW_LINE;
  }
}

/** Spreadsheets take cells that begin with one of these as formulas: a typed address must not be run. */
function cell(text: string): string {
  const harmless = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
