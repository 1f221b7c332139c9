import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Security headers. Emotion and the drag library insert style elements, hence the inline style
 * elements; style attributes and inline scripts are never allowed.
 */
export function securityHeaders(publicUrl: URL): RequestHandler {
  const secure = publicUrl.protocol === 'https:';
  const socketOrigin = `${secure ? 'wss' : 'ws'}://${publicUrl.host}`;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'style-src-elem': ["'self'", "'unsafe-inline'"],
        'style-src-attr': ["'none'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", socketOrigin],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(secure && { 'upgrade-insecure-requests': [] }),
      },
    },
    strictTransportSecurity: secure,
    crossOriginEmbedderPolicy: false,
  });
}
