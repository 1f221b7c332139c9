import { render } from '@testing-library/react';
import { Excerpt } from './Excerpt';

const html = (text: string, ranges: Array<[number, number]>) =>
  render(<Excerpt match={{ text, ranges }} />).container.innerHTML;

it('marks what was found, in text that stays text', () => {
  expect(
    html('<b>Fix</b> the login', [
      [3, 6],
      [15, 20],
    ]),
  ).toBe('<bdi>&lt;b&gt;<mark>Fix</mark>&lt;/b&gt; the <mark>login</mark></bdi>');
});

it('says the name of who is mentioned, not the id', () => {
  const text = 'Ask @[Ann](user:00000000-0000-4000-8000-000000000001) today';
  expect(html(text, [[6, 9]])).toBe('<bdi>Ask @<mark>Ann</mark> today</bdi>');
  expect(html(text, [])).toBe('<bdi>Ask @Ann today</bdi>');
});
