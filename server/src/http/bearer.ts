import type { Request } from 'express';

/** The bearer token of a request, if it carries one. */
export function bearerOf(req: Request): string | undefined {
  return /^Bearer (\S+)$/i.exec(req.get('Authorization') ?? '')?.[1];
}
