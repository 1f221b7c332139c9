import { uuid } from '@livelane/shared/values/uuid.fixture';
import { Cursor, dotted, isoWord, millisecondsWord, packed, uuidWord } from './cursor';

const at = '2026-03-01T10:00:00.000Z';
const withTime = new Cursor(packed, { createdAt: isoWord, id: uuidWord });
const withDate = new Cursor(dotted, { at: millisecondsWord, id: uuidWord });
const base64 = (text: string) => Buffer.from(text).toString('base64url');

it('texts that clients hold from earlier versions stay valid', () => {
  const text = base64(`${at} ${uuid(1)}`);
  expect(withTime.placeOf(text)).toEqual({ createdAt: at, id: uuid(1) });
  expect(withTime.textOf({ createdAt: at, id: uuid(1) })).toBe(text);
  const dottedText = `1772359200000.${uuid(1)}`;
  expect(withDate.placeOf(dottedText)).toEqual({ at: new Date(at), id: uuid(1) });
  expect(withDate.textOf({ at: new Date(at), id: uuid(1) })).toBe(dottedText);
});

it.each([
  '',
  'made-up',
  base64('x y'),
  base64(`${at} x`),
  base64(at),
  base64(`2026-03-01 ${uuid(1)}`),
  base64(`${at} ${uuid(1)} more`),
  `${base64(`${at} ${uuid(1)}`)}=`,
])('refuses %p, which no answer contained', (text) => {
  expect(() => withTime.placeOf(text)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
});

it.each(['', '1', '1.x', `x.${uuid(1)}`, `-1.${uuid(1)}`, `1.${uuid(1)}.2`, `1234567890123456.${uuid(1)}`])(
  'refuses %p among dotted ones',
  (text) => {
    expect(() => withDate.placeOf(text)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  },
);
