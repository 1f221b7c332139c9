import { DEFAULT_LANGUAGE, type Language, languageTags } from '@livelane/shared/values/languages';
import type { Request } from 'express';

/** The supported language that the caller's `Accept-Language` prefers. */
export function languageOf(req: Request): Language {
  return (req.acceptsLanguages([...languageTags]) || DEFAULT_LANGUAGE) as Language;
}
