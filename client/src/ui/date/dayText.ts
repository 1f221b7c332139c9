/** A day of the calendar as people type it. */

type Part = 'day' | 'month' | 'year';

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** Separators between the numbers of a date, in any of the languages. */
const BETWEEN = /[\s./\-,،年月日]+/u;
/** Two digits of a year mean one of this century. */
const CENTURY = 2000;
/** Digits of each part without separators: 31122027. */
const DIGITS: Record<Part, number> = { day: 2, month: 2, year: 4 };

/** Whether it is a day that exists, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const [, year, month, day] = ISO_DAY.exec(text) ?? [];
  return year !== undefined && dayOf(Number(year), Number(month), Number(day)) !== null;
}

/** The day in the language's numeric format, as one would type it. */
export function writeDay(day: string, language: string): string {
  return format(language)
    .formatToParts(new Date(`${day}T00:00:00`))
    .map(({ value }) => value)
    .join('')
    .replace(/[\u200e\u200f]/g, '');
}

/**
 * The day that someone typed in the order of their language, as YYYY-MM-DD: with any separators or none, the year with
 * four digits, two, or left out (then it is the year of `today`). YYYY-MM-DD is understood everywhere.
 * @returns null for a text that is not a calendar day
 */
export function readDay(text: string, language: string, today: Date): string | null {
  const plain = toLatinDigits(text).trim();
  const order = orderOf(language);
  const numbers = plain.split(BETWEEN).filter(Boolean);
  const only = numbers[0];
  const groups = numbers.length === 1 && only ? cut(only, order) : numbers;
  if (!groups || groups.length > 3 || !groups.every((group) => /^\d{1,4}$/.test(group))) return null;
  const given = groupsInOrder(groups, order);
  const { day, month, year = String(today.getFullYear()) } = given ?? {};
  if (!day || !month || day.length > 2 || month.length > 2) return null;
  if (year.length === 4) return dayOf(Number(year), Number(month), Number(day));
  return year.length === 2 ? dayOf(CENTURY + Number(year), Number(month), Number(day)) : null;
}

/** Whether it is complete: a day with all three numbers, the year in full. */
export function isWhole(text: string): boolean {
  const groups = toLatinDigits(text).trim().split(BETWEEN).filter(Boolean);
  return groups.length === 3 && groups.some((group) => group.length === 4);
}

function format(language: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    numberingSystem: 'latn',
  });
}

function orderOf(language: string): Part[] {
  const isPart = (type: string): type is Part => Object.hasOwn(DIGITS, type);
  return format(language)
    .formatToParts(new Date(0))
    .flatMap(({ type }) => (isPart(type) ? [type] : []));
}

function groupsInOrder(
  groups: readonly string[],
  order: readonly Part[],
): Partial<Record<Part, string>> | null {
  if (groups.length < 2) return null;
  const isYearFirst = groups.length === 3 && groups[0]?.length === 4;
  const named = isYearFirst ? (['year', 'month', 'day'] as const) : order;
  const parts = groups.length === 2 ? named.filter((part) => part !== 'year') : named;
  return Object.fromEntries(parts.map((part, index) => [part, groups[index]]));
}

/** Splits digits without separators: eight with the whole year, six with two digits of it. */
function cut(digits: string, order: readonly Part[]): string[] | null {
  const isShort = digits.length === 6;
  if (!isShort && digits.length !== 8) return null;
  let at = 0;
  return order.map((part) => {
    const length = isShort ? 2 : DIGITS[part];
    at += length;
    return digits.slice(at - length, at);
  });
}

/** Arabic, Persian and full-width digits as 0–9. */
function toLatinDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\u200e\u200f]/g, '');
}

/** @returns null where the month has no such day */
function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : null;
}
