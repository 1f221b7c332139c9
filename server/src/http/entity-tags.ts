import type { Request } from 'express';

/** Whether the caller holds an answer, by its strong or weak ETag in `If-None-Match`, or `*` (RFC 9110, 13.1.2). */
export function heldBy(req: Pick<Request, 'get'>): (etag: string) => boolean {
  const held = (req.get('If-None-Match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return (etag) => held.includes(etag) || held.includes('*');
}
