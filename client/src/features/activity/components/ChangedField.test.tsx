/** @jest-environment jsdom */
import { render } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { enGB } from '#i18n/en-GB';
import { loadLanguage } from '#i18n/languages';
import { ChangedField } from './ChangedField';

const names = {
  personName: String,
  projectName: String,
  columnName: String,
  labelName: String,
};

it.each([
  ['en-GB', 'Title:', 'Priority:'],
  ['fr', 'Titre\u00a0:', 'Priorité\u00a0:'],
  ['ja', 'タイトル：', '優先度：'],
  ['zh-CN', '标题：', '优先级：'],
] as const)('%s puts its own colon after the name of a field', async (locale, title, priority) => {
  const messages = (await loadLanguage(locale))?.messages ?? enGB;
  const { container } = render(
    <IntlProvider locale={locale} messages={messages}>
      <ChangedField change={{ field: 'title', from: 'Paint', to: 'Paint it' }} names={names} />
      <ChangedField change={{ field: 'priority', from: 'LOW', to: 'HIGH' }} names={names} />
    </IntlProvider>,
  );
  const texts = [...container.querySelectorAll('div, span')].map(({ textContent }) => textContent);
  expect(texts).toEqual(expect.arrayContaining([title, priority]));
});
