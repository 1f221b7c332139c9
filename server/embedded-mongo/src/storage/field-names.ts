/** Numbers of names are one byte, and 0 is none. */
const MOST_NAMES = 255;
/** A name of the program's; what looks otherwise may be data, such as an id, and would take the place of names. */
const COMMON_NAME = /^[A-Za-z_]\w{0,31}$/;

/** The names of a collection's fields, numbered from 1 in the order in which they were first met. */
export class FieldNames {
  private readonly names: string[] = [];
  private readonly bytes: Buffer[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(names: readonly string[] = []) {
    for (const name of names) this.add(name);
  }

  get all(): readonly string[] {
    return this.names;
  }

  /** The number of a name, which it is given if there is one left; 0 for a name without. */
  numberOf(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    return this.names.length < MOST_NAMES && COMMON_NAME.test(name) ? this.add(name) : 0;
  }

  /** A name's bytes with the 00 behind them. @throws RangeError for a number that was not given */
  bytesOf(number: number): Buffer {
    const bytes = this.bytes[number - 1];
    if (!bytes) throw new RangeError(`no field name has the number ${number}`);
    return bytes;
  }

  /** Forgets all but the first `count`. */
  keep(count: number): void {
    for (const name of this.names.splice(count)) this.numbers.delete(name);
    this.bytes.length = count;
  }

  private add(name: string): number {
    const number = this.names.push(name);
    this.bytes.push(Buffer.from(`${name}\0`, 'latin1'));
    this.numbers.set(name, number);
    return number;
  }
}
