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

it('keeps what belongs to the text', () => {
  expect(texts('-5 degrees\n2 lamps\n[draft] of the letter')).toEqual([
    '5 degrees',
    '2 lamps',
    '[draft] of the letter',
  ]);
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

it('cuts a line that is too long, by whole characters', () => {
  const [item] = texts('🙂'.repeat(ITEM_TEXT_MAX + 1));
  expect([...(item ?? '')]).toHaveLength(ITEM_TEXT_MAX);
});
