import { allBrowsers } from './foundBrowsers';
import type { TestedBrowser } from './window';

/** The browsers of this machine, each started when it is first needed and used by one file of journeys after the other. */
export class BrowserPool {
  private readonly choices = allBrowsers();
  private started = new Map<string, Promise<TestedBrowser>>();

  /** All that we support, those that are not on this machine with what is missing. */
  get supported(): Array<{ name: string; missing?: string }> {
    return this.choices.map(({ name, ...choice }) => ('missing' in choice ? { name, ...choice } : { name }));
  }

  async get(name: string): Promise<TestedBrowser> {
    const choice = this.choices.find((each) => each.name === name);
    if (!choice || 'missing' in choice) throw new Error(`${name} is not on this machine`);
    let browser = this.started.get(name);
    if (!browser) {
      browser = choice.start();
      this.started.set(name, browser);
      // One that does not start is tried again by the next file.
      browser.catch(() => this.started.delete(name));
    }
    return browser;
  }

  /** Its windows are closed; where that fails, the next file gets another one. */
  async giveBack(browser: TestedBrowser): Promise<void> {
    try {
      await browser.closeWindows();
    } catch {
      this.started.delete(browser.name);
      browser.kill();
    }
  }

  /** Ends them all at once. */
  kill(): void {
    for (const starting of this.started.values())
      starting.then(
        (browser) => browser.kill(),
        () => undefined,
      );
    this.started = new Map();
  }
}
