import { expect, it } from 'vitest';
import { fingerprintDifference, fingerprintOf } from './fingerprint.ts';

const keeping = (...ids: string[]) => fingerprintOf({ customFieldKeepList: new Set(ids) });

it('takes the keep-list as a set, tells lists apart, and does not show them', () => {
  expect(keeping('b', 'a', 'b')).toEqual(keeping('a', 'b'));
  const lists = [keeping(), keeping('a'), keeping('b'), keeping('a', 'b'), keeping('a,b')];
  expect(new Set(lists.map(({ customFieldKeepList }) => customFieldKeepList)).size).toBe(5);
  expect(JSON.stringify(keeping('ein-field'))).not.toContain('ein-field');
});

it('names every part in which two differ', () => {
  const own = keeping('a');
  expect(fingerprintDifference(own, keeping('a'))).toBeNull();
  expect(fingerprintDifference(own, { ...keeping(), redaction: own.redaction + 1 })).toBe(
    'the redaction rules (another build), the custom-field keep-list (CUSTOM_FIELD_KEEP_LIST)',
  );
  expect(fingerprintDifference(own, { ...own, slots: own.slots + 1 })).toContain('how events become slots');
});
