import { parse } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { SESSION_MS } from './session.service';

/** The refresh cookie's name and attributes (SPEC.md#accounts): `__Host-` and Secure on https. */
export class RefreshCookie {
  private readonly name: string;
  private readonly options: CookieOptions;

  constructor(publicUrl: URL) {
    const secure = publicUrl.protocol === 'https:';
    this.name = secure ? '__Host-livelane' : 'livelane';
    this.options = { httpOnly: true, sameSite: 'strict', secure, path: '/' };
  }

  read(req: Request): string | undefined {
    const header = req.get('Cookie');
    return header === undefined ? undefined : parse(header)[this.name];
  }

  write(res: Response, refreshToken: string): void {
    res.cookie(this.name, refreshToken, { ...this.options, maxAge: SESSION_MS });
  }

  clear(res: Response): void {
    res.clearCookie(this.name, this.options);
  }
}
