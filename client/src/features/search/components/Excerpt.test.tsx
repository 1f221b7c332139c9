/** @jest-environment jsdom */
import type { SearchMatch } from '@livelane/shared/search/search.schema';
import { render } from '@testing-library/react';
import { Excerpt } from './Excerpt';

type Ranges = SearchMatch['ranges'];

const html = (text: string, ranges: Ranges, field: SearchMatch['field'] = 'comment') =>
  render(<Excerpt match={{ field, text, ranges }} />).container.innerHTML.replace(/^<bdi>|<\/bdi>$/g, '');

/** The server's answer for a text with `[[…]]` around its matches. */
function found(marked: string): [string, Ranges] {
  const ranges: Ranges = [];
  let text = '';
  for (const [at, part] of marked.split(/\[\[|\]\]/).entries()) {
    if (at % 2 === 1) ranges.push([text.length, text.length + part.length]);
    text += part;
  }
  return [text, ranges];
}

it('marks what was found, in text that stays text', () => {
  const shown = '&lt;b&gt;<mark>Fix</mark>&lt;/b&gt; the <mark>login</mark>';
  expect(html(...found('<b>[[Fix]]</b> the [[login]]'))).toBe(shown);
  expect(html(...found('<b>[[Fix]]</b> the [[login]]'), 'title')).toBe(shown);
});

it('says the name of who is mentioned, not the id', () => {
  const id = '00000000-0000-4000-8000-000000000001';
  expect(html(...found(`Ask @[[[Ann]]](user:${id}) today`))).toBe('Ask @<mark>Ann</mark> today');
  expect(html(`Ask @[Ann](user:${id}) today`, [])).toBe('Ask @Ann today');
});

it.each([
  ['a **[[bold]]** word, _[[soft]]_ and ~~[[gone]]~~', 'a *bold* word, *soft* and *gone*'],
  ['see [the [[docs]]](https://example.org/a) now', 'see the *docs* now'],
  ['see [it](https://[[example]].org/a) now', 'see it (https://*example*.org/a) now'],
  ['at https://[[example]].org/a_b_c now', 'at https://*example*.org/a_b_c now'],
  ['# [[Plan]]\n\n- [ ] buy [[tea]]\n- [x] drink it\n1. rest', '*Plan* buy *tea* drink it rest'],
  ['> [[said]]\n\n---\n`a_**[[code]]**` and\n```js\nlet [[x]]\n```', '*said* a_***code*** and let *x*'],
  ['| a | [[b]] |\n|---|---|\n| c | d |', 'a *b* c d'],
  ['2**[[8]] and snake__[[case]]', '2***8* and snake__*case*'],
  ['**[[会議]]室**の_[[予約]]_', '*会議*室の_*予約*_'],
  ['**[[اجتماع]]** [غدا](https://example.org)', '*اجتماع* غدا'],
  // Excerpts that begin or end inside markup.
  ['[[docs]] page](https://example.org/a) and **more [[text]]', '*docs* page and more *text*'],
  ['bold** end of [[it]], [see here](https://exam', 'bold end of *it*, see here'],
  ['[[Lee]]](user:00000000-0000-4000-8000-000000000001) asks @[Bo](user:0000', '*Lee* asks @Bo'],
  // Matches in invisible parts: shown as typed.
  ['```[[rust]]\nfn\n```', '```*rust*\nfn\n```'],
])('%j is read as %j', (typed, read) => {
  const shown = html(...found(typed));
  const marked = shown.replace(/<\/?mark>/g, '*');
  expect(marked).toBe(read);
});

it('leaves the signs of titles and items, which are no Markdown', () => {
  expect(html(...found('**[[a]]** - [ ] b'), 'title')).toBe('**<mark>a</mark>** - [ ] b');
  expect(html(...found('**[[a]]**'), 'checklist')).toBe('**<mark>a</mark>**');
});
