import { type ErrorCode, errorStatus } from '@livelane/shared/http/error.codes';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import { PROTOCOL_HEADER } from '@livelane/shared/http/headers';

/**
 * The body of a refusal by Livelane. Null for an intermediary's answer, such as that of an ingress without a backend, a
 * firewall or a captive portal: no change may be given up because of it (R18).
 */
export async function ownErrorBody(response: Response): Promise<ErrorBody | null> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  // A later server may have codes that this page does not know: its header identifies it as Livelane.
  const isKnown = isErrorCode(body?.code) || response.headers.get(PROTOCOL_HEADER) !== null;
  const isOwn = typeof body?.requestId === 'string' && isKnown;
  return isOwn ? (body as ErrorBody) : null;
}

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorStatus, code);
