/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import Box from '@mui/material/Box';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IntlProvider } from 'react-intl';
import { enGB } from '#i18n/en-GB';
import { loadLanguage } from '#i18n/languages';
import { FilterPill } from './FilterPill';

const options = [
  { id: 'a', name: 'Ana Test' },
  { id: 'b', name: 'Bob Test' },
  { id: 'c', name: 'Cleo' },
];

/** In a text each name is set apart from the Arabic words between them. */
const apart = (...names: string[]) => names.map((name) => `\u2068${name}\u2069`).join(' أو ');

it.each([
  ['en-GB', 'Ana T…, Bob T… or Cleo', 'Who: Ana Test, Bob Test or Cleo'],
  ['fr', 'Ana T…, Bob T… ou Cleo', 'Who\u00a0: Ana Test, Bob Test ou Cleo'],
  ['ja', 'Ana T…、Bob T…、またはCleo', 'Who：Ana Test、Bob Test、またはCleo'],
  [
    'ar',
    'Ana T… أو Bob T… أو Cleo',
    `\u2068Who\u2069: \u2068\u2068${apart('Ana Test', 'Bob Test', 'Cleo')}\u2069\u2069`,
  ],
] as const)('lists what is chosen as %s does', async (locale, shown, title) => {
  const pack = await loadLanguage(locale);
  render(
    <IntlProvider locale={locale} messages={pack?.messages ?? enGB}>
      <FilterPill label="Who" options={options} value={['a', 'b', 'c']} onChange={() => undefined} />
    </IntlProvider>,
  );
  const pill = screen.getByRole('combobox', { name: 'Who' });
  expect(pill).toHaveTextContent(shown);
  expect(pill).toHaveAttribute('title', title);
});

it('isolates the names of values, which may run in the other direction, in the pill and its list', async () => {
  render(
    <IntlProvider locale="en-GB" messages={enGB}>
      <FilterPill label="Who" options={options} value={['a', 'c']} onChange={() => undefined} />
    </IntlProvider>,
  );
  const pill = screen.getByRole('combobox', { name: 'Who' });
  const isolated = (part: HTMLElement) => [...part.querySelectorAll('bdi')].map((each) => each.textContent);
  expect(isolated(pill)).toEqual(['Ana T…', 'Cleo']);
  await userEvent.setup().click(pill);
  expect(isolated(await screen.findByRole('listbox'))).toEqual(options.map(({ name }) => name));
});

it('shows no id of a value whose name has not loaded', () => {
  render(
    <IntlProvider locale="en-GB" messages={enGB}>
      <FilterPill label="Labels" options={[]} value={['0b5e1f3a']} onChange={() => undefined} />
    </IntlProvider>,
  );
  expect(screen.getByRole('combobox', { name: 'Labels' })).toHaveTextContent(/^…$/);
});

/** A bar with one pill. */
function Bar() {
  const [value, setValue] = useState(['a']);
  return (
    <Box role="search">
      <FilterPill label="Assignees" options={options} value={value} onChange={setValue} />
    </Box>
  );
}

it('keeps the focus when what was chosen is removed by the keyboard', async () => {
  const user = userEvent.setup();
  render(
    <IntlProvider locale="en-GB" messages={enGB}>
      <Bar />
    </IntlProvider>,
  );
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('button')).toBe(null);
  expect(screen.getByRole('combobox', { name: 'Assignees' })).toHaveFocus();
});

it('searches a long list, shows a hundred at once, and chooses by the keyboard', async () => {
  const user = userEvent.setup();
  const many = Array.from({ length: 130 }, (_, number) => ({ id: `${number}`, name: `Sam ${number}` }));
  const chosen: string[][] = [];
  render(
    <IntlProvider locale="en-GB" messages={enGB}>
      <FilterPill
        label="Who"
        options={[...many, { id: 'z', name: 'Zoë' }]}
        value={[]}
        onChange={(ids) => chosen.push(ids)}
      />
    </IntlProvider>,
  );
  await user.click(screen.getByRole('combobox', { name: 'Who' }));
  const field = await screen.findByRole('searchbox', { name: 'Find: Who' });
  expect(field).toHaveFocus();
  const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(names()).toHaveLength(101);
  expect(names().at(-1)).toBe('31 more: type to find them');

  await user.type(field, 'ZOE{Enter}');
  expect(names()).toEqual(['Zoë']);
  expect(chosen).toEqual([['z']]);
  await user.clear(field);
  await user.type(field, '12{ArrowDown}{ArrowDown}{Enter}');
  expect(chosen.at(-1)).toEqual(['112']);
  await user.tab({ shift: true });
  expect(field).toHaveFocus();
  await user.type(field, '?');
  expect(names()).toEqual(['No options']);
});
