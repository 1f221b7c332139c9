/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { I18nProvider } from '#i18n/I18nProvider';
import { chooseLanguage } from '#i18n/language.store';
import type { Language } from '#i18n/languages';
import { DateInput } from './DateInput';

afterEach(() => chooseLanguage('en-GB'));

const onChange = jest.fn();

function Sample({ initial }: { initial: string | null }) {
  const [value, setValue] = useState(initial);
  const set = (next: string | null) => {
    onChange(next);
    setValue(next);
  };
  return <DateInput label="Due" value={value} onChange={set} />;
}

async function open(initial: string | null, language: Language = 'en-GB') {
  await chooseLanguage(language);
  render(
    <I18nProvider>
      <Sample initial={initial} />
    </I18nProvider>,
  );
  return {
    field: screen.getByLabelText('Due'),
    openCalendar: () => userEvent.click(screen.getByRole('button')),
  };
}
const calendar = async () => within(await screen.findByRole('dialog'));

it.each<[Language, string]>([
  ['en-GB', '09/03/2027'],
  ['de', '09.03.2027'],
  ['ja', '2027/03/09'],
])('writes a day as %s does: %s', async (language, text) => {
  const { field } = await open('2027-03-09', language);
  expect(field).toHaveValue(text);
});

it.each<[Language, string, string]>([
  ['en-GB', '31/12/2027', '31/12/2027'],
  ['de', '31.12.27', '31.12.2027'],
  ['ja', '2027/12/31', '2027/12/31'],
])('takes what is typed in the order of %s: %s', async (language, text, shown) => {
  const { field } = await open(null, language);
  await userEvent.type(field, text);
  await userEvent.tab();
  expect(onChange).toHaveBeenLastCalledWith('2027-12-31');
  expect(field).toHaveValue(shown);
});

it.each([
  ['1.2.27', '2027-02-01'],
  ['31.02.2027', '31.02.2027'],
])('takes %s at the first Escape, which closes nothing; the next one does', async (text, value) => {
  const [onValue, onEscape] = [jest.fn(), jest.fn()];
  render(
    <I18nProvider>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a dialog closes like this */}
      <div onKeyDown={({ key }) => key === 'Escape' && onEscape()}>
        <DateInput label="Due" value={null} onChange={onValue} onWrong={onValue} />
      </div>
    </I18nProvider>,
  );
  await userEvent.type(screen.getByLabelText('Due'), `${text}{Escape}`);
  expect(onValue).toHaveBeenLastCalledWith(value);
  expect(onEscape).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onEscape).toHaveBeenCalledTimes(1);
});

it('takes no Enter that ends a composition; the next one it does', async () => {
  const { field } = await open(null);
  fireEvent.change(field, { target: { value: '３１／１２／２０２７' } });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  // Safari tells by the code alone.
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(field).toHaveValue('３１／１２／２０２７');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field).toHaveValue('31/12/2027');
});

it('says what is wrong with nonsense when the field is left, keeps the text, and is well again when mended', async () => {
  const { field } = await open('2027-03-09');
  await userEvent.clear(field);
  onChange.mockClear();
  await userEvent.type(field, '31/02/2027');
  expect(field).toBeValid();
  await userEvent.tab();
  expect(field).toBeInvalid();
  expect(field).toHaveValue('31/02/2027');
  expect(screen.getByText('Enter a date as dd/mm/yyyy.')).toBeVisible();
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.clear(field);
  await userEvent.type(field, '28/02/2027');
  expect(field).toBeValid();
  expect(onChange).toHaveBeenLastCalledWith('2027-02-28');
});

it('is emptied by deleting what it says', async () => {
  const { field } = await open('2027-03-09');
  await userEvent.clear(field);
  expect(onChange).toHaveBeenLastCalledWith(null);
});

it('chooses a day, also by keyboard, and gives it as YYYY-MM-DD', async () => {
  const { field, openCalendar } = await open('2027-03-09');
  await openCalendar();
  expect((await calendar()).getByText('March 2027')).toBeVisible();
  await userEvent.click((await calendar()).getByRole('gridcell', { name: '31' }));
  expect(onChange).toHaveBeenLastCalledWith('2027-03-31');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(field).toHaveValue('31/03/2027');

  await userEvent.click(field);
  await userEvent.keyboard('{ArrowDown}');
  await calendar();
  await waitFor(() => expect(screen.getByRole('gridcell', { name: '31' })).toHaveFocus());
  await userEvent.keyboard('{ArrowLeft}{Enter}');
  expect(onChange).toHaveBeenLastCalledWith('2027-03-30');
});

it('speaks the chosen language, with the week as it is there, and the digits of the page', async () => {
  const { openCalendar } = await open('2027-03-09', 'ar');
  await openCalendar();
  const dialog = await calendar();
  expect(dialog.getByText('مارس 2027')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'الشهر التالي' })).toBeVisible();
  // The week begins on Saturday.
  expect(dialog.getAllByRole('columnheader')[0]).toHaveAccessibleName('السبت');
  await userEvent.click(dialog.getByRole('gridcell', { name: '10' }));
  expect(onChange).toHaveBeenLastCalledWith('2027-03-10');
});

it('is emptied in the calendar', async () => {
  const { field, openCalendar } = await open('2027-03-09');
  await openCalendar();
  await userEvent.click((await calendar()).getByRole('button', { name: 'Clear' }));
  expect(onChange).toHaveBeenLastCalledWith(null);
  expect(field).toHaveValue('');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await openCalendar();
  expect((await calendar()).getByRole('button', { name: 'Clear' })).toBeDisabled();
});
