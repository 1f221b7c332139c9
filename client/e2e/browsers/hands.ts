import { drawn } from '../drawn';
import { isCardCarried } from '../isCardCarried';
import { SIGNED_IN_MARK } from '../signedIn';
import type { BrowserWindow, Key } from './window';

const LOOK_AGAIN_MS = 100;
/** Only ends a wait for what does not come. */
const GIVE_UP_MS = 60_000;
/** The library measures where the card hovers before a drop counts. */
const CARRY_PAUSE_MS = 200;
const STEPS = 15;
/** A list has opened or closed after this time. */
const LIST_MS = 1_000;

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Wanted {
  selector: string;
  /** What its name (for screen readers) or text begins with. */
  name: string | undefined;
}

declare global {
  interface Window {
    /** The element that was located last. */
    located?: HTMLElement;
    /** Whether the press that was watched last met what was located; absent from a page that came after it. */
    hasMet?: boolean;
  }
}

/** Times that something is pressed that moves away at that moment. */
const MOST_PRESSES = 3;

/** In the page: where the first visible element of that name is; it is scrolled into view. */
function locate({ selector, name }: Wanted): Place | null {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
    const own = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? '';
    if (name !== undefined && !own.trim().startsWith(name)) continue;
    const { width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { x, y } = element.getBoundingClientRect();
    window.located = element;
    return { x, y, width, height };
  }
  return null;
}

/** In the page: learns whether the next press meets what was located, where nothing lies over it now. */
function watchPress({ x, y }: { x: number; y: number }): void {
  const { located } = window;
  window.hasMet = true;
  if (!located?.contains(document.elementFromPoint(x, y))) return;
  window.hasMet = false;
  const once = { capture: true, once: true };
  const onDown = ({ target }: MouseEvent) => {
    window.hasMet = located.contains(target as Node);
  };
  // No click comes of a press whose target moves away before it ends.
  const onUp = () => {
    const { left, right, top, bottom } = located.getBoundingClientRect();
    if (located.isConnected) window.hasMet &&= left <= x && x <= right && top <= y && y <= bottom;
  };
  document.addEventListener('mousedown', onDown, once);
  document.addEventListener('mouseup', onUp, once);
}

/** A person at a window of any browser: finds things by their names, and uses mouse and keyboard. */
export class Hands {
  constructor(readonly window: BrowserWindow) {}

  /** Looks until it sees it. @throws when it does not come */
  async until<T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> {
    const giveUp = Date.now() + GIVE_UP_MS;
    while (Date.now() < giveUp) {
      const seen = await look();
      if (seen) return seen;
      await pause(LOOK_AGAIN_MS);
    }
    const text = await this.window.evaluate(
      () => `${location.pathname}${location.search}: ${document.body.textContent}`,
      null,
    );
    throw new Error(`${what} does not come; the page is ${text.slice(0, 1_500)}`);
  }

  find(selector: string, name?: string): Promise<Place> {
    const wanted = { selector, name };
    return this.until(`${selector} ${name ?? ''}`, () => this.window.evaluate(locate, wanted));
  }

  async gone(selector: string, name?: string): Promise<void> {
    const wanted = { selector, name };
    await this.until(
      `the end of ${selector} ${name ?? ''}`,
      async () => !(await this.window.evaluate(locate, wanted)),
    );
  }

  /** Waits until it stands still: dialogs open with a movement. */
  async settled(selector: string, name?: string): Promise<Place> {
    for (let last = ''; ; ) {
      const place = await this.find(selector, name);
      if (JSON.stringify(place) === last) return place;
      last = JSON.stringify(place);
      await pause(LOOK_AGAIN_MS);
    }
  }

  /** Presses it, and once more where it has moved away just then. */
  async click(selector: string, name?: string, button?: 'right'): Promise<void> {
    for (let presses = 1; ; presses++) {
      const { x, y, width, height } = await this.settled(selector, name);
      const middle = { x: x + width / 2, y: y + height / 2 };
      await this.window.evaluate(watchPress, middle);
      await this.window.move(middle.x, middle.y);
      await this.window.down(button);
      await this.window.up(button);
      const hasMet = await this.window.evaluate(() => window.hasMet ?? true, null).catch(() => true);
      if (hasMet || presses === MOST_PRESSES) return;
    }
  }

  /**
   * Opens a list by its name and chooses from it. A press may come while the page or the list still moves, as people's do:
   * then it is done again.
   */
  async choose(list: string, name: string, option: string): Promise<void> {
    const wanted = { selector: '[role="option"]', name: option };
    const isOpen = async () => (await this.window.evaluate(locate, wanted)) !== null;
    await this.until(`the list of ${name}`, async () => {
      if (await isOpen()) return true;
      await this.click(list, name);
      await pause(LIST_MS);
      return isOpen();
    });
    await this.until(`${option} chosen`, async () => {
      if (!(await isOpen())) return true;
      await this.click(wanted.selector, option);
      await pause(LIST_MS);
      return !(await isOpen());
    });
  }

  /** Looks until the page agrees; what it asks is the page's own code. */
  agrees<Arg>(what: string, ask: (arg: Arg) => boolean, arg: Arg): Promise<boolean> {
    return this.until(what, () => this.window.evaluate(ask, arg));
  }

  /** Types into the field of that label, in place of what is there; an open dialog covers the fields of the page. */
  async fill(label: string, text: string): Promise<void> {
    const isDialogOpen = await this.window.evaluate(
      () => document.querySelector('[role="dialog"]') !== null,
      null,
    );
    await this.click(isDialogOpen ? '[role="dialog"] :is(input, textarea)' : 'input, textarea', label);
    await this.window.control('a');
    await this.window.type(text);
    await this.until(`${text} in ${label}`, () =>
      this.window.evaluate(
        (typed) => (document.activeElement as HTMLInputElement | null)?.value === typed,
        text,
      ),
    );
  }

  async press(...keys: Key[]): Promise<void> {
    for (const key of keys) await this.window.press(key);
  }

  path(pathname: string): Promise<boolean> {
    return this.until(pathname, () =>
      this.window.evaluate((wanted) => location.pathname === wanted, pathname),
    );
  }

  /** Titles of a column's cards that are on the screen, from top to bottom. */
  titles(state: string): Promise<string[]> {
    return this.window.evaluate(
      (wanted) =>
        [...document.querySelectorAll(`[data-state="${wanted}"] [data-task-id]`)]
          .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
          .map((card) => card.getAttribute('aria-label') ?? ''),
      state,
    );
  }

  async sees(state: string, titles: string[]): Promise<void> {
    await this.until(`${titles} in ${state}`, async () => {
      const seen = await this.titles(state);
      return JSON.stringify(seen) === JSON.stringify(titles);
    });
  }

  async quickAdd(columnName: string, title: string): Promise<void> {
    await this.fill(`Add a task to ${columnName}`, title);
    await this.press('Enter');
  }

  /** Lifts a card with the mouse and carries it to the top of a list, or beneath its last card. */
  async carry(title: string, list: string, where: 'top' | 'end' = 'top'): Promise<void> {
    await this.find(list);
    await this.until('the end of a drop', async () => !(await this.window.evaluate(isCardCarried, null)));
    const from = await this.settled('[data-task-id]', title);
    const { x, y, width } = await this.find(list);
    const bottom = await this.window.evaluate(
      (wanted) =>
        Math.max(
          0,
          ...[...document.querySelectorAll(`${wanted} [data-task-id]`)].map(
            (card) => card.getBoundingClientRect().bottom,
          ),
        ),
      list,
    );
    const to = { x: x + width / 2, y: where === 'top' ? y + 10 : Math.max(bottom, y) + 20 };
    const start = { x: from.x + from.width / 3, y: from.y + 14 };
    await this.window.move(start.x, start.y);
    await this.window.down();
    await this.window.move(start.x + 8, start.y + 4);
    for (let step = 1; step <= STEPS; step++)
      await this.window.move(
        start.x + ((to.x - start.x) * step) / STEPS,
        start.y + ((to.y - start.y) * step) / STEPS,
      );
    // Lanes close up where the card has left, and a board scrolls beneath a hand at its edge: the hand follows the list.
    for (let last = { x, y }; ; ) {
      await this.carriedThere();
      const there = await this.find(list);
      if (Math.abs(there.x - last.x) < 1 && Math.abs(there.y - last.y) < 1) return;
      to.x += there.x - last.x;
      if (where === 'top') to.y += there.y - last.y;
      last = there;
      await this.window.move(to.x, to.y);
    }
  }

  /** A card that is dropped before the hand's last move has been drawn lands where it was drawn last. */
  private async carriedThere(): Promise<void> {
    await this.window.evaluate(drawn, null);
    await pause(CARRY_PAUSE_MS);
  }

  /** Drags a card to the top of a column, or beneath its last card. */
  async drag(title: string, state: string, where: 'top' | 'end'): Promise<void> {
    await this.carry(title, `[data-state="${state}"] section`, where);
    await this.window.up();
  }

  /** A person's focus on a card. */
  async focus(title: string): Promise<void> {
    await this.find('[data-task-id]', title);
    await this.window.evaluate((wanted) => {
      const cards = [...document.querySelectorAll<HTMLElement>('[data-task-id]')];
      cards.find((card) => card.getAttribute('aria-label') === wanted)?.focus();
    }, title);
  }

  async signIn(url: string, person: { email: string; password: string }, to = '/'): Promise<void> {
    await this.window.goto(url + to);
    await this.path('/login');
    await this.fill('Email', person.email);
    await this.fill('Password', person.password);
    await this.click('button', 'sign in');
    await this.path(to);
  }

  /** Signs in without the page for it. */
  async enter(url: string, { email, password }: { email: string; password: string }): Promise<void> {
    await this.window.goto(`${url}/healthz`);
    const status = await this.window.evaluate(
      async ({ mark, ...account }) => {
        localStorage.setItem(mark, '1');
        const headers = { 'Content-Type': 'application/json' };
        const body = JSON.stringify(account);
        return (await fetch('/v1/auth/login', { method: 'POST', headers, body })).status;
      },
      { mark: SIGNED_IN_MARK, email, password },
    );
    if (status !== 200) throw new Error(`${email} cannot sign in: ${status}`);
  }

  async isLive(): Promise<void> {
    await this.find('[data-connection="live"]');
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
