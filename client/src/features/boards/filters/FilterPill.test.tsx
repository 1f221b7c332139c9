/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { enGB } from '#i18n/en-GB';
import { FilterPill } from './FilterPill';

const options = [
  { id: 'a', name: 'Ana Test' },
  { id: 'b', name: 'Bob Test' },
  { id: 'c', name: 'Cleo' },
];

it.each([
  ['en-GB', 'Ana T…, Bob T… or Cleo', 'Assignees: Ana Test, Bob Test or Cleo'],
  ['ja', 'Ana T…、Bob T…、またはCleo', 'Assignees: Ana Test、Bob Test、またはCleo'],
  ['ar', 'Ana T… أو Bob T… أو Cleo', 'Assignees: Ana Test أو Bob Test أو Cleo'],
])('lists what is chosen as %s does', (locale, shown, title) => {
  render(
    <IntlProvider locale={locale} messages={enGB}>
      <FilterPill label="Assignees" options={options} value={['a', 'b', 'c']} onChange={() => undefined} />
    </IntlProvider>,
  );
  const pill = screen.getByRole('combobox', { name: 'Assignees' });
  expect(pill).toHaveTextContent(shown);
  expect(pill).toHaveAttribute('title', title);
});
