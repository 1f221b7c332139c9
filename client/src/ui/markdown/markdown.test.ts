/** @jest-environment jsdom */
import { renderMarkdown, withTask } from './markdown';

function html(text: string): string {
  const box = document.createElement('div');
  box.append(renderMarkdown(text));
  return box.innerHTML.trim();
}
const ID = '3b241101-e2bb-4255-8caf-4136c566a962';

describe('Markdown', () => {
  it('shows CommonMark with tables, strikethrough and addresses', () => {
    expect(html('**a** ~~b~~ `c`')).toBe('<p dir="auto"><strong>a</strong> <s>b</s> <code>c</code></p>');
    expect(html('|a|\n|-|\n|b|')).toContain('<td>b</td>');
    expect(html('See https://example.org.')).toContain(
      '<a href="https://example.org" target="_blank" rel="noreferrer noopener">https://example.org</a>.',
    );
    expect(html('readme.md')).not.toContain('<a');
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '[a](javascript:alert(1))',
    '[a](data:text/html,x)',
    '![a](https://example.org/x.png)',
    '<a href="https://example.org" onclick="x()">a</a>',
    `@[<b onclick=x()>](user:${ID})`,
    '[a](https://example.org "x\\" onclick=\\"y")',
  ])('runs and loads nothing of %s', (text) => {
    const box = document.createElement('div');
    box.append(renderMarkdown(text));
    expect(box.querySelector('img, script, b, [onclick], [onerror]')).toBeNull();
    for (const link of box.querySelectorAll('a')) expect(link.getAttribute('href')).toMatch(/^https?:/);
  });

  it('shows mentions as names', () => {
    expect(html(`Hello @[Ann \\[A\\]](user:${ID.toUpperCase()})!`)).toBe(
      `<p dir="auto">Hello <span class="mention" data-user="${ID}">@Ann [A]</span>!</p>`,
    );
    expect(html('@[Ann](user:1)')).not.toContain('mention');
    expect(html(`@[ @[Ann](user:${ID})`)).toContain('@[ <span');
  });

  it('shows task lists, whose boxes tick the text', () => {
    const text = '# To do\n\n- [ ] one\n- [x] two\n  - [ ] **three**\n- four';
    const box = document.createElement('div');
    box.append(renderMarkdown(text));
    const boxes = [...box.querySelectorAll('input')];
    expect(boxes.map(({ type }) => type)).toEqual(['checkbox', 'checkbox', 'checkbox']);
    expect(boxes.map((each) => [each.closest('label')?.textContent?.trim(), each.checked])).toEqual([
      ['one', false],
      ['two', true],
      ['three', false],
    ]);
    const line = Number(boxes[2]?.dataset.line);
    expect(withTask(text, line, true)).toBe(text.replace('[ ] **three', '[x] **three'));
    expect(withTask(text, Number(boxes[1]?.dataset.line), false)).toBe(text.replace('[x]', '[ ]'));
  });
});
