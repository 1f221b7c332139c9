import type { Request } from 'express';

/** Which answers the caller holds, by ETag: those in `If-None-Match`, weak ones too, or any by `*` (RFC 9110, 13.1.2). */
export function heldBy(req: Pick<Request, 'get'>): (etag: string) => boolean {
  const held = (req.get('If-None-Match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return (etag) => held.includes(etag) || held.includes('*');
}
