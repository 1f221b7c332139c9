import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Where distributions put the library of the package `faketime`: below the folder of the machine's kind, on Debian. */
const FOLDERS = ['/usr/lib', '/usr/lib64'];
const NAME = 'faketime/libfaketimeMT.so.1';

const library = FOLDERS.flatMap((folder) =>
  existsSync(folder) ? [folder, ...readdirSync(folder).map((name) => path.join(folder, name))] : [],
)
  .map((folder) => path.join(folder, NAME))
  .find((file) => existsSync(file));

/** The wall clock of one process, which can jump while it runs; timers continue as ever. Null without libfaketime. */
export class Clock {
  private constructor(
    private readonly file: string,
    private readonly preload: string,
  ) {}

  static async at(file: string): Promise<Clock | null> {
    if (library === undefined) return null;
    const clock = new Clock(file, library);
    await clock.set(0);
    return clock;
  }

  /** For the process whose clock it is. */
  get env(): Record<string, string> {
    return {
      LD_PRELOAD: this.preload,
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** @param seconds ahead of the machine's clock, or behind it where they are negative */
  async set(seconds: number): Promise<void> {
    await writeFile(this.file, `${seconds < 0 ? '' : '+'}${seconds}`);
  }
}
