import { isUtf8 } from 'node:buffer';
import { JSON_BODY_MAX_BYTES } from '@livelane/shared/http/limits';
import express, { type RequestHandler } from 'express';
import { AppError } from './errors';

/** Deepest accepted nesting of a body; no call needs more than three. */
const MAX_DEPTH = 32;

/** Paths for other programs, which send forms (RFC 8058, OpenID Connect Back-Channel Logout). Below /v1. */
const FORM_PATHS = /^\/(mail\/unsubscribe\/[^/]+|auth\/oidc\/backchannel)$/;

/** JSON only: anything else that has a body gets 415 (SPEC.md#rest). */
const jsonOnly: RequestHandler = (req, _res, next) => {
  if (FORM_PATHS.test(req.path)) return next();
  const hasBody =
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (hasBody && !req.is('application/json')) throw new AppError('unsupported_media_type');
  next();
};

/** Refuses text that nests deeper than any call needs, before it is parsed. The parser gives its own kind of error. */
function assertShallow(text: string): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') {
      depth++;
      if (depth > MAX_DEPTH) throw new Error('too deep');
    } else if (char === '}' || char === ']') depth--;
  }
}

/** `__proto__`, or an escape of one of its letters. */
const MAYBE_PROTO = /__proto__|\\u00(?:5f|7[024]|6f)/i;

/** Refuses `__proto__` as a key, at any depth (SPEC.md#bad-input). Parses only texts that may have it. */
function assertNoProto(text: string): void {
  if (!MAYBE_PROTO.test(text)) return;
  JSON.parse(text, (key, value) => {
    if (key === '__proto__') throw bodyError('key.refused');
    return value;
  });
}

/** In the manner of the parser's own errors. */
function bodyError(type: 'key.refused' | 'charset.unsupported'): Error {
  return Object.assign(new Error(type), { type });
}

/** The body as an object in `req.body`, or a refusal: 415, 413 or 400. */
export function jsonBody(): RequestHandler[] {
  return [
    jsonOnly,
    express.json({
      limit: JSON_BODY_MAX_BYTES,
      strict: true,
      verify: (_req, _res, buffer, charset) => {
        // Signs and keys are looked for byte by byte.
        if (charset !== 'utf-8') throw bodyError('charset.unsupported');
        // The parser would read U+FFFD in their place.
        if (!isUtf8(buffer)) throw new Error('not UTF-8');
        const text = buffer.toString('latin1');
        assertShallow(text);
        assertNoProto(text);
      },
    }),
  ];
}
