import type { AuditItem } from '@livelane/shared/admin/admin.schema';
import { auditCsv } from './audit-csv';

const item = (fields: Partial<AuditItem>): AuditItem => ({
  id: 'i',
  at: 't',
  event: 'e',
  actorId: null,
  userId: null,
  address: null,
  details: {},
  ...fields,
});

async function linesOf(items: AuditItem[]): Promise<string[]> {
  async function* given() {
    yield* items;
  }
  let text = '';
  for await (const part of auditCsv(given())) text += part;
  return text.split('\r\n');
}

test.each(['=1+1', '+1', '-1', '@SUM(A1)'])('%s is no formula of a spreadsheet', async (address) => {
  expect((await linesOf([item({ address })]))[1]).toBe(`i,t,e,,,'${address},{}`);
});

test('quotes, commas and new lines stay in their cell', async () => {
  const [, line] = await linesOf([item({ address: 'a,b"c' })]);
  expect(line).toBe('i,t,e,,,"a,b""c",{}');
});
