import { parse } from 'bowser';

/** Browser and system in words, such as "Firefox on Linux"; unknown parts are left out. */
export function deviceOf(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = parse(userAgent);
  return [browser.name, os.name].filter((name) => name !== undefined && name !== '').join(' on ');
}
