import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { listen } from './listen';

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
