import { describe, expect, it } from 'vitest';
import { storedVersion } from './stored-version.ts';

describe('the stored version of a contact', () => {
  it('is found in a list of states and in an object', () => {
    expect(
      storedVersion(
        [
          { slot: 'dnd', version: 9 },
          { slot: 'contact', version: 3 },
        ],
        'contact',
      ),
    ).toBe(3);
    expect(storedVersion({ contact: { version: 4 } }, 'contact')).toBe(4);
  });

  it('is null while there is none', () => {
    expect(storedVersion(undefined, 'contact')).toBeNull();
    expect(storedVersion([], 'contact')).toBeNull();
    expect(storedVersion({ applicant: { version: 4 } }, 'contact')).toBeNull();
  });
});
