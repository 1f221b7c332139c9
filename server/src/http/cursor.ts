import { isUuid } from '@livelane/shared/values/is-uuid';
import * as z from 'zod/mini';
import { AppError } from './errors';

/** How the words of a place are put into one text, and read from it; null when it was never made from words. */
interface Form {
  join(words: readonly string[]): string;
  split(text: string): string[] | null;
}

export const packed: Form = {
  join: (words) => Buffer.from(words.join(' ')).toString('base64url'),
  split(text) {
    const plain = Buffer.from(text, 'base64url').toString();
    // Decoding overlooks what is no base64url.
    return Buffer.from(plain).toString('base64url') === text ? plain.split(' ') : null;
  },
};
export const dotted: Form = { join: (words) => words.join('.'), split: (text) => text.split('.') };

export const uuidWord = z.string().check(z.refine(isUuid));
/** A time as `toISOString` writes it. */
export const isoWord = z
  .string()
  .check(z.refine((text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text));
/** A time in milliseconds since 1970. */
export const millisecondsWord = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/)),
  z.transform((text) => new Date(Number(text))),
);

/** Places in a list as clients pass them on to get the next page: opaque to them. */
export class Cursor<Shape extends Record<string, z.ZodMiniType<string | number | Date, unknown>>> {
  private readonly fields: string[];
  private readonly schema;

  /** @param shape each field of a place, read from its word; the words are in this order */
  constructor(
    private readonly form: Form,
    shape: Shape,
  ) {
    this.fields = Object.keys(shape);
    this.schema = z.object(shape);
  }

  textOf(place: z.output<z.ZodMiniObject<Shape>>): string {
    const values = place as Record<string, string | number | Date>;
    return this.form.join(this.fields.map((field) => wordOf(values[field])));
  }

  /** @throws AppError `invalid_input` for a text that no answer contained */
  placeOf(text: string): z.output<z.ZodMiniObject<Shape>> {
    const words = this.form.split(text);
    if (words?.length !== this.fields.length) throw new AppError('invalid_input');
    const place = this.schema.safeParse(
      Object.fromEntries(this.fields.map((field, index) => [field, words[index]])),
    );
    if (!place.success) throw new AppError('invalid_input');
    return place.data;
  }
}

function wordOf(value: string | number | Date | undefined): string {
  return String(value instanceof Date ? value.getTime() : value);
}
