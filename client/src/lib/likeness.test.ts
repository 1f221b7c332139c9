import { beginsLike, containsLike } from './likeness';

it('finds the beginning of a name or of its parts whatever their accents and case', () => {
  expect(beginsLike('Zoë Müller', 'zoe')).toBe(true);
  expect(beginsLike('Zoë Müller', 'mu')).toBe(true);
  expect(beginsLike('Zoë Ana Müller', 'ana m')).toBe(true);
  expect(beginsLike('Zoë Müller', 'oe')).toBe(false);
});

it('finds what a name contains whatever its accents and case', () => {
  expect(containsLike('山田太郎', '太郎')).toBe(true);
  expect(containsLike('Zoë Müller', 'OE MU')).toBe(true);
  expect(containsLike('Zoë Müller', 'muz')).toBe(false);
});
