/** What a person does at a browser's window, the same for every browser. Coordinates are pixels of the page's window. */
export interface BrowserWindow {
  goto(url: string): Promise<void>;
  /** Also where the browser complains, as without a server. */
  reload(): Promise<void>;
  /** Runs a function in the page; what it takes and gives is JSON. */
  evaluate<Result, Arg>(work: (arg: Arg) => Result | Promise<Result>, arg: Arg): Promise<Result>;
  move(x: number, y: number): Promise<void>;
  /** The main button by default. */
  down(button?: 'right'): Promise<void>;
  up(button?: 'right'): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Control and a letter or another key. */
  control(key: string): Promise<void>;
  /** Holds a key down while something else is done. */
  holding(held: HeldKey, work: () => Promise<void>): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Another tab of the same browser, with the same cookies and storage. */
  newTab(): Promise<BrowserWindow>;
  close(): Promise<void>;
}

export type Key =
  | 'Enter'
  | 'Escape'
  | 'Space'
  | 'Tab'
  | 'Delete'
  | 'ArrowDown'
  | 'ArrowUp'
  | 'ArrowRight'
  | 'ArrowLeft';
type HeldKey = 'Shift' | 'Alt' | 'Control';

export interface TestedBrowser {
  name: string;
  version: string;
  /** A window with cookies and storage of its own. */
  open(): Promise<BrowserWindow>;
  /** With what they keep: the next ones are those of someone else. */
  closeWindows(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

/** A browser of this machine, or what is missing. */
export type BrowserChoice = { name: string } & (
  | { start: () => Promise<TestedBrowser> }
  | { missing: string }
);
