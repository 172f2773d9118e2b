import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventTypes, definitionOf } from './event-types.ts';
import { sampleEvent } from './testing/sample-events.ts';
import { checkEvent } from './testing/checked-event.ts';
import { shownName } from './validation.ts';

const rulesOf = (changes: object) => {
  const checked = checkEvent('DealChanged', { ...sampleEvent('DealChanged'), ...changes });
  return 'issues' in checked ? checked.issues.map(({ field, rule }) => `${field}: ${rule}`) : [];
};

test.each([
  [{ name: 7 }, 'name: Invalid input: expected string, received number'],
  [{ name: 'x'.repeat(321) }, 'name: Too big: expected string to have <=320 characters'],
  [{ amountCents: -1 }, 'amountCents: Too small: expected number to be >=0'],
  [{ status: 'gone' }, 'status: Invalid option: expected one of "open"|"won"|"lost"|"abandoned"'],
  [{ dealId: undefined }, 'dealId: Invalid input: expected string, received undefined'],
  [{ amountcents: 1 }, 'amountcents: is not a field of DealChanged (amountCents?)'],
  [{ colour: 'red' }, 'colour: is not a field of DealChanged'],
  [{ meta: { ...sampleEvent('DealChanged').meta, when: 1 } }, 'meta.when: is not a field of DealChanged'],
])('%j is refused with field and rule', (changes, told) => {
  expect(rulesOf(changes)).toContain(told);
});

test('whatever is wrong, no value is shown', () => {
  const canary = 'k078051120k';
  const bad = fc.oneof(
    fc.constantFrom(null, undefined, true, -1, 1.5, 1e300, Number.NaN, [], {}, new Uint8Array(1)),
    fc.constantFrom(canary, canary.repeat(2_000), [canary], { [canary]: canary }, [{ id: canary }]),
  );
  fc.assert(
    fc.property(fc.constantFrom(...eventTypes), bad, fc.nat(), (type, value, choice) => {
      const { fields } = definitionOf(type).avro;
      const { name } = fields[choice % fields.length] ?? { name: 'meta' };
      const checked = checkEvent(type, { ...sampleEvent(type), [name]: value });
      if (!('issues' in checked)) return;
      for (const { rule } of checked.issues) {
        expect(rule).not.toContain('078051120');
      }
    }),
    { numRuns: 500 },
  );
});

test('the name of an unknown field is shown without a number, cut, and without what moves a cursor', () => {
  expect(shownName('ssn 078-05-1120')).not.toContain('078');
  expect(shownName('x'.repeat(5_000))).toHaveLength(48);
  expect(shownName('a\u001b[2Jb')).not.toContain('\u001b');
});
