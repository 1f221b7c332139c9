import fc from 'fast-check';
import { isUuid } from './is-uuid';
import { uuidSchema } from './uuid';

test('takes the same texts as the schema', () => {
  const nearly = fc
    .tuple(fc.uuid(), fc.nat(35), fc.constantFrom('', '0', '4', 'a', 'F', 'g', '-', '\n'))
    .map(([id, at, letter]) => id.slice(0, at) + letter + id.slice(at + 1));
  fc.assert(
    fc.property(fc.oneof(fc.uuid({ version: 4 }), fc.uuid(), nearly, fc.string()), (text) => {
      expect(isUuid(text)).toBe(uuidSchema.safeParse(text).success);
      expect(isUuid(text.toUpperCase())).toBe(uuidSchema.safeParse(text.toUpperCase()).success);
    }),
  );
  expect(isUuid(undefined)).toBe(false);
});
