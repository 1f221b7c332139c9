import * as z from 'zod';

/** Whether clients can read a URL of one of these protocols: a user or password that is not percent-encoded makes them throw. */
export function isAddress(value: string, protocols: readonly string[]): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(value);
    for (const part of [username, password]) decodeURIComponent(part);
    return protocols.includes(protocol) && hostname !== '';
  } catch {
    return false;
  }
}

/** Whether a sender looks like `a@b` or `Name <a@b>`; its domain may be the name of a machine, without a dot. */
export function isSender(value: string): boolean {
  const address = /^[^<>\r\n]+<([^<>]+)>$/.exec(value)?.[1] ?? value;
  return z.email({ pattern: z.regexes.html5Email }).safeParse(address).success;
}

/** Whether an address can be a provider's: by https, or on this machine. */
export function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname));
}

/** Whether a URL's hostname is the machine that reads it. */
export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
