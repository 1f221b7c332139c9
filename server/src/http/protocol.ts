import { PROTOCOL_HEADER } from '@livelane/shared/http/headers';
import { OLDEST_PROTOCOL, PROTOCOL } from '@livelane/shared/http/protocol';
import type { RequestHandler } from 'express';
import { AppError } from './errors';

const WHOLE_NUMBER = /^\d+$/;

/**
 * R21: who names no protocol (a tool) or a newer one is served.
 * @param given a client's protocol number; undefined when it named none
 * @throws AppError `invalid_input` for what is not a whole number, `client_outdated`
 */
export function assertProtocol(given: unknown): void {
  if (given === undefined) return;
  if (!Number.isInteger(given) || (given as number) < 0) throw new AppError('invalid_input');
  if ((given as number) < OLDEST_PROTOCOL) throw new AppError('client_outdated');
}

/** Tells the server's protocol number on every answer, and checks the client's (R21). */
export const protocolNumber: RequestHandler = (req, res, next) => {
  res.set(PROTOCOL_HEADER, String(PROTOCOL));
  const given = req.get(PROTOCOL_HEADER);
  if (given !== undefined && !WHOLE_NUMBER.test(given)) throw new AppError('invalid_input');
  assertProtocol(given === undefined ? undefined : Number(given));
  next();
};
