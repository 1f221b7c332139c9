import { isDay, isWhole, readDay, writeDay } from './dayText';

const TODAY = new Date(2026, 10, 21);
const DAY = '2027-03-09';

it.each([
  ['en-GB', '09/03/2027'],
  ['de', '09.03.2027'],
  ['fr', '09/03/2027'],
  ['es', '09/03/2027'],
  ['pt-BR', '09/03/2027'],
  ['ja', '2027/03/09'],
  ['zh-CN', '2027/03/09'],
  ['ar', '09/03/2027'],
])('%s writes a day as it is typed there, and reads it back: %s', (language, text) => {
  expect(writeDay(DAY, language)).toBe(text);
  expect(readDay(text, language, TODAY)).toBe(DAY);
});

it.each([
  ['en-GB', '9/3/2027', DAY],
  ['en-GB', '9.3.27', DAY],
  ['en-GB', ' 09-03-2027 ', DAY],
  ['en-GB', '09032027', DAY],
  ['en-GB', '090327', DAY],
  ['en-GB', '2027-03-09', DAY],
  ['en-GB', '9/3', '2026-03-09'],
  ['de', '9. 3. 2027', DAY],
  ['de', '29.02.2028', '2028-02-29'],
  ['ja', '2027年3月9日', DAY],
  ['ja', '3/9', '2026-03-09'],
  ['ja', '２０２７／３／９', DAY],
  ['zh-CN', '20270309', DAY],
  ['ar', '٩/٣/٢٠٢٧', DAY],
])('%s understands %j', (language, text, day) => {
  expect(readDay(text, language, TODAY)).toBe(day);
});

it.each([
  ['en-GB', ''],
  ['en-GB', 'tomorrow'],
  ['en-GB', '9'],
  ['en-GB', '31/02/2027'],
  ['en-GB', '03/31/2027'],
  ['en-GB', '29/02/2027'],
  ['en-GB', '1/1/202'],
  ['en-GB', '0/1/2027'],
  ['en-GB', '1/1/1/2027'],
  ['en-GB', '123456789'],
  ['en-GB', '-1/1/2027x'],
  ['ja', '2027/13/01'],
])('%s does not take %j for a day', (language, text) => {
  expect(readDay(text, language, TODAY)).toBeNull();
});

it('knows days that exist', () => {
  expect(['2027-03-09', '2027-02-29', '2027-3-9', '9/3/2027', ''].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

it('waits for the whole year while one is typing', () => {
  expect(['9/3', '9/3/20', '9/3/2027', '2027/3/9', '9/3/20271'].map(isWhole)).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
});
