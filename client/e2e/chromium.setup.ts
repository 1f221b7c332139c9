import { findChromium } from './chromium';

/** Jest globalSetup: unpacks the carried browser, if it is needed, before any worker wants to start it. */
export default function prepareChromium(): void {
  findChromium();
}
