import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { addressOf, listen } from './listen';

const hasIPv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === '::1'),
);

test.each(['127.0.0.1', ...(hasIPv6 ? ['::1'] : [])])(
  'an address of %s can be put into a URL',
  async (host) => {
    const server = createServer((_req, res) => void res.end('here'));
    const place = await listen(server, { host, port: 0 });
    const answer = await fetch(`http://${place.host}:${place.port}`);
    expect(await answer.text()).toBe('here');
    await new Promise((resolve) => server.close(resolve));
  },
);

test.each([
  ['127.0.0.1', 'http://localhost:3000/'],
  ['0.0.0.0', 'http://localhost:3000/'],
  ['::', 'http://localhost:3000/'],
  ['[::1]', 'http://localhost:3000/'],
  ['192.0.2.7', 'http://192.0.2.7:3000/'],
  ['fd00::2', 'http://[fd00::2]:3000/'],
  ['[fd00::2]', 'http://[fd00::2]:3000/'],
  ['board.example', 'http://board.example:3000/'],
])('what listens on %s is at %s for a browser on this machine', (host, address) => {
  expect(addressOf({ host, port: 3000 }).href).toBe(address);
});
