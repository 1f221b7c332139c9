import { isIPv6 } from 'node:net';

/** IPv6 users hold a whole /64 network: its groups of 16 bits. */
const NETWORK_GROUPS = 4;
const ALL_GROUPS = 8;

/** IPv4, or IPv6 in brackets, with the caller's port: some proxies append it to X-Forwarded-For. */
const WITH_PORT = /^(?:([\d.]+):\d+|\[(.+)\](?::\d+)?)$/;

/**
 * The key of an address for limits: an IPv4 address itself, also in its IPv6 form, and the /64
 * network of an IPv6 address, whose holder has endless addresses in it. A port does not count.
 */
export function networkOf(place: string): string {
  const [, v4, v6] = WITH_PORT.exec(place) ?? [];
  const address = v4 ?? v6 ?? place;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const bare = address.replace(/%.*$/, '');
  if (!isIPv6(bare)) return address;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    while (groups.length + after.length < ALL_GROUPS) groups.push('0');
    groups.push(...after);
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
