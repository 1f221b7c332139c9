import {
  CHROMIUM_FLAGS,
  type ChromiumProgram,
  carriedChromium,
  isExecutable,
  onPath,
  systemChromium,
} from '../chromium';
import { startPuppeteer } from './puppeteer.browser';
import { startWebKit } from './webkit.browser';
import type { BrowserChoice } from './window';

const FIREFOX = ['firefox-esr', 'firefox'];
/** Debian keeps the browser beside its libraries. */
const MINI_BROWSERS = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

/** All browsers that we support, each with how it is started here, or with what is missing. */
export function allBrowsers(): BrowserChoice[] {
  return [
    chromium('Chromium of the package', () => carriedChromium()),
    chromium('Chromium', () => systemChromium()),
    firefox(),
    webKit(),
  ];
}

function chromium(name: string, find: () => ChromiumProgram | undefined): BrowserChoice {
  const program = find();
  if (!program) return { name, missing: 'Debian: apt-get install chromium' };
  const { executablePath, env } = program;
  return {
    name,
    start: () =>
      startPuppeteer(name, {
        executablePath,
        args: [...CHROMIUM_FLAGS, '--lang=en-GB'],
        env: { ...process.env, ...env },
      }),
  };
}

function firefox(): BrowserChoice {
  const [executablePath] = onPath(FIREFOX);
  if (!executablePath) return { name: 'Firefox', missing: 'Debian: apt-get install firefox-esr' };
  const extraPrefsFirefox = { 'intl.accept_languages': 'en-GB' };
  return {
    name: 'Firefox',
    start: () => startPuppeteer('Firefox', { browser: 'firefox', executablePath, extraPrefsFirefox }),
  };
}

function webKit(): BrowserChoice {
  const [driver] = onPath(['WebKitWebDriver']);
  const [xvfb] = onPath(['Xvfb']);
  const [browser] = MINI_BROWSERS.filter(isExecutable);
  if (!driver || !xvfb || !browser)
    return { name: 'WebKit', missing: 'Debian: apt-get install webkit2gtk-driver xvfb' };
  return { name: 'WebKit', start: () => startWebKit({ driver, xvfb, browser }) };
}
