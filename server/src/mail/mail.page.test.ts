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

test('addresses in small print can be clicked', () => {
  const note = 'Stop all these mails: https://example.org/unsubscribe#A-b_c';
  const { html, text } = mailPage('en-GB', 'Title', [{ note }]);
  expect(html).toContain(
    'href="https://example.org/unsubscribe#A-b_c">https://example.org/unsubscribe#A-b_c</a>',
  );
  expect(text).toBe(`${note}\n`);
});

test('Arabic sets names apart from the sentence, but no address and no subject', () => {
  const subject = mailText('ar', 'invitation_subject', { name: 'Maya', workspace: 'Web shop & more' });
  expect(subject).toContain('\u2068Web shop & more\u2069');
  expect(mail('a@example.org', 'ar', subject, []).subject).not.toMatch(/[\u2068\u2069]/);
  expect(mailText('ar', 'unsubscribe', { url: 'https://example.org' })).toContain(' https://example.org');
  expect(mailText('de', 'mentioned', { actor: 'Maya', title: 'T' })).not.toMatch(/[\u2068\u2069]/);
});
