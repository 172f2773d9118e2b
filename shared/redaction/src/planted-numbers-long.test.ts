import { expect, it } from 'vitest';
import { redactJsonText } from './redact-json-text.ts';
import { inLongText, LONG_LAYOUTS } from './testing/long-texts.ts';
import { seededRandom } from './testing/seeded-random.ts';
import { LONGEST_WHOLE } from './text-spans.ts';

const TEXTS = 400;
const PATIENCE_MS = 60_000;

it('what stands around a number in a long text is left as it is', { timeout: PATIENCE_MS }, () => {
  const layouts = new Set<string>();
  for (let seed = 1; seed <= TEXTS; seed++) {
    const { layout, text } = inLongText('', seededRandom(seed));
    layouts.add(layout);
    expect(text.length).toBeGreaterThan(LONGEST_WHOLE);
    const json = JSON.stringify({ note: text });
    expect(redactJsonText(json).text).toBe(json);
  }
  expect(layouts.size).toBe(LONG_LAYOUTS);
});

it('stands on both sides of it, further than a rule reads on', () => {
  for (let seed = 1; seed <= TEXTS; seed++) {
    const { text } = inLongText('(here)', seededRandom(seed));
    const [before = '', after = ''] = text.split('(here)');
    expect(Math.min(before.length, after.length)).toBeGreaterThan(LONGEST_WHOLE);
  }
});
