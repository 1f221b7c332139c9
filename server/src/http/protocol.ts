import { PROTOCOL_HEADER } from '@livelane/shared/http/headers';
import { OLDEST_PROTOCOL, PROTOCOL } from '@livelane/shared/http/protocol';
import type { RequestHandler } from 'express';
import { AppError } from './errors';

const WHOLE_NUMBER = /^\d+$/;

/**
 * R21: clients without a protocol number (tools) or with a newer one are served.
 * @param given a client's protocol number; undefined without one
 * @throws AppError `invalid_input` unless it is a whole number, `client_outdated`
 */
export function assertProtocol(given: unknown): void {
  if (given === undefined) return;
  if (!Number.isInteger(given) || (given as number) < 0) throw new AppError('invalid_input');
  if ((given as number) < OLDEST_PROTOCOL) throw new AppError('client_outdated');
}

/** Sends the server's protocol number with every answer, and checks the client's (R21). */
export const protocolNumber: RequestHandler = (req, res, next) => {
  res.set(PROTOCOL_HEADER, String(PROTOCOL));
  const given = req.get(PROTOCOL_HEADER);
  if (given !== undefined && !WHOLE_NUMBER.test(given)) throw new AppError('invalid_input');
  assertProtocol(given === undefined ? undefined : Number(given));
  next();
};
