import { readFileSync } from 'node:fs';
import path from 'node:path';
import { labelColours } from '@livelane/shared/labels/label.values';

const styles = readFileSync(path.join(__dirname, 'label.module.css'), 'utf8');
/** The backgrounds of labels, as in the theme. */
const PAPER = { light: '#ffffff', dark: '#1c212e' };
/** Least contrast of graphics (WCAG 1.4.11). */
const CONTRAST = 3;

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

function rules(colour: string, isDark: boolean): string {
  const found = styles
    .split('}')
    .find((rule) => rule.includes(`="${colour}"]`) && rule.includes('[data-dark]') === isDark);
  return found ?? '';
}

it.each(labelColours)('%s contrasts with its background in both schemes', (colour) => {
  for (const scheme of ['light', 'dark'] as const) {
    const [, hex = ''] = /--label: (#[0-9a-f]{6})/.exec(rules(colour, scheme === 'dark')) ?? [];
    expect(contrast(hex, PAPER[scheme])).toBeGreaterThanOrEqual(CONTRAST);
  }
});

it('each has a pattern of its own, so that bars differ without colour', () => {
  const patterns = labelColours.map((colour) => /--pattern: (.+);/.exec(rules(colour, false))?.[1] ?? 'none');
  expect(new Set(patterns).size).toBe(labelColours.length);
});
