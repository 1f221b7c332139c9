import { accountTexts } from './en-GB.account';
import { adminTexts } from './en-GB.admin';
import { joiningTexts } from './en-GB.joining';
import { privateTexts } from './en-GB.private';
import { publicTexts } from './en-GB.public';

/** Every text on screen in the default language, by key. The page holds its parts, not this. */
export const enGB = {
  ...publicTexts,
  ...joiningTexts,
  ...privateTexts,
  ...accountTexts,
  ...adminTexts,
} as const;

export type CatalogueKey = keyof typeof enGB;
