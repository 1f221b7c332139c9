import { ITEM_TEXT_MAX } from '@livelane/shared/http/limits';
import { pastedItems } from './pastedItems';

const texts = (text: string) => pastedItems(text).map((item) => item.text);

it('makes an item of each line, without its bullet, number or box', () => {
  expect(texts('Milk\r\n- Bread\n * Eggs\n2) Tea\n3. Salt\n\n   \n• Rice')).toEqual([
    'Milk',
    'Bread',
    'Eggs',
    'Tea',
    'Salt',
    'Rice',
  ]);
});

it.each([
  '-5 degrees',
  '2 lamps',
  '[draft] of the letter',
  '1.5 l Milch',
  '24.12. Geschenke',
  '+49 170 1234567',
  '--force',
  '*important*',
])('keeps what belongs to the text: %s', (line) => {
  expect(texts(line)).toEqual([line]);
});

it('ticks what was ticked', () => {
  expect(pastedItems('- [ ] a\n- [x] b\n[X] c\n☑ d\n☐ e').map((item) => item.isDone)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

it('keeps a line that is too long whole', () => {
  const line = 'a'.repeat(ITEM_TEXT_MAX + 1);
  expect(texts(`- Milk\n- ${line}`)).toEqual(['Milk', line]);
});

it('takes no line of invisible characters', () => {
  expect(texts('- Milk\n- \u200b\n\u2060 ')).toEqual(['Milk']);
});
