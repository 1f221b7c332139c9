import { FIELD_BITS, fieldBits } from './search.fields';
import type { Fit } from './search.query';

/**
 * How well words match each document, by its number. Three bits of a byte are for all searched fields, and three for
 * the title: the better the fit, the more are set. So the better of two is their `|`, and the worse one their `&`.
 */
export type Marks = Uint8Array<ArrayBuffer>;

/** The best match there is. */
export const BEST_MARK = 0b111111;
const TITLE_SHIFT = 3;
const ANY_BITS = 0b111;
const FIT_BITS = [0b000, 0b001, 0b011, ANY_BITS];
const FITS: Fit[] = [0, 1, 0, 2, 0, 0, 0, 3];
const FIELD_SETS = 1 << FIELD_BITS;

const marks = Array.from({ length: FIELD_SETS }, (_, fields) =>
  FIT_BITS.map((bits) =>
    Uint8Array.from({ length: FIELD_SETS }, (_, having) => {
      const looked = having & fields;
      return (looked ? bits : 0) | (looked & fieldBits.title ? bits << TITLE_SHIFT : 0);
    }),
  ),
);

/** The mark of a word with this fit, by the set of fields that have it. @param fields the searched ones */
export const marksOf = (fit: Fit, fields: number): Uint8Array => marks[fields]?.[fit] as Uint8Array;

/** How well it matches any searched field. */
export const fitOf = (mark: number): Fit => FITS[mark & ANY_BITS] as Fit;

/** How well it matches the title. */
export const titleFitOf = (mark: number): Fit => FITS[mark >> TITLE_SHIFT] as Fit;
