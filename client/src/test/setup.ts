import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web';
import { TextDecoder, TextEncoder } from 'node:util';
import { deserialize, serialize } from 'node:v8';

// jsdom lacks these; react-router, the shared hash and the browser's storage need them.
const structuredClone = <T>(value: T): T => deserialize(serialize(value));
Object.assign(globalThis, {
  TextEncoder,
  TextDecoder,
  ReadableStream,
  TransformStream,
  WritableStream,
  structuredClone,
});

/** Node's channel between tabs keeps a process alive, a page's does not. */
globalThis.BroadcastChannel &&= class extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    (this as unknown as { unref(): void }).unref();
  }
};

/** Only ends a test that hangs; two busy cores make many of them slow. */
const APPEARS_WITHIN_MS = 30_000;

if (typeof window !== 'undefined') preparePage();

/** For tests of the screen; others run without a page. */
function preparePage(): void {
  // jsdom lays nothing out: sizes are 0 and never change.
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  const { configure } = require('@testing-library/dom') as typeof import('@testing-library/dom');
  configure({ asyncUtilTimeout: APPEARS_WITHIN_MS });
  // Tests render parts of the signed-in product without the layout that brings its texts.
  const { privateTexts } = require('#i18n/en-GB.private') as typeof import('#i18n/en-GB.private');
  const { addEnglish } = require('#i18n/language.store') as typeof import('#i18n/language.store');
  addEnglish(privateTexts);
}
