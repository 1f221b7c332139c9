import { linksIn } from './textLinks';

it('finds web addresses in a text, each once and without the sign after it', () => {
  const text = 'See https://example.com/a?b=1, (http://www.shop.test/) and https://example.com/a?b=1.';
  expect(linksIn(text)).toEqual([
    { href: 'https://example.com/a?b=1', label: 'example.com/a?b=1' },
    { href: 'http://www.shop.test/', label: 'shop.test' },
  ]);
});

it.each(['javascript:alert(1)', 'no address', 'https://'])('makes no link of %s', (text) => {
  expect(linksIn(text)).toEqual([]);
});
