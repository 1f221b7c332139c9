import { mail } from './account.mails';
import { mailPage } from './mail.page';
import { mailText } from './mail.texts';

test('what people wrote is escaped, breaks anywhere and keeps its own direction', () => {
  const { html } = mailPage('ar', 'Title', [
    { heading: '<b>Fix & ship</b>' },
    { quote: `see ${'x'.repeat(300)}\n<script>`, by: 'Maya' },
  ]);
  expect(html).toContain('<bdi>&lt;b&gt;Fix &amp; ship&lt;/b&gt;</bdi>');
  expect(html).toMatch(/<p class="ink" dir="auto"[^>]*>see x+<br>&lt;script&gt;/);
  expect(html).toContain('overflow-wrap:anywhere');
});

test('links hide their address in HTML unless it is to be copied, and show it as text', () => {
  const href = 'https://example.org/unsubscribe?a=1&b=2#A-b_c';
  const anchor = 'href="https://example.org/unsubscribe?a=1&amp;b=2#A-b_c"';
  const link = mailPage('en-GB', 'Title', [{ link: 'Stop <all>', href }]);
  expect(link.html).toContain(`${anchor}>Stop &lt;all&gt;</a>`);
  expect(link.text).toBe(`Stop <all>:\n${href}\n`);
  const count = (html: string) => html.split('https://example.org').length - 1;
  expect(count(mailPage('en-GB', 'Title', [{ button: 'Go', href }]).html)).toBe(1);
  expect(count(mailPage('en-GB', 'Title', [{ button: 'Go', href, isCopyable: true }]).html)).toBe(3);
});

test('a line separates the topics of a mail', () => {
  const lines = (...headings: string[]) =>
    mailPage(
      'en-GB',
      'Title',
      headings.map((heading) => ({ heading })),
    ).html.split('<hr').length - 1;
  expect([lines('One'), lines('One', 'Two', 'Three')]).toEqual([0, 2]);
});

test('names of the other direction are set apart from the sentence, but not in a subject', () => {
  const subject = mailText('ar', 'invitation_subject', { name: 'Maya', workspace: 'Web shop & more' });
  expect(subject).toContain('\u2068Web shop & more\u2069');
  expect(mail('a@example.org', 'ar', subject, []).subject).not.toMatch(/[\u2068\u2069]/);
  expect(mailText('de', 'mentioned', { actor: 'Maya', title: 'T' })).not.toMatch(/[\u2068\u2069]/);
  expect(mailText('de', 'overdue', { title: 'سلة (v2)' })).toContain('\u2068سلة (v2)\u2069');
});
