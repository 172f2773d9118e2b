import type { ReadModelVersion } from '@fundlens/read-models/model-version';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { deals } from '@fundlens/read-models/deals/deals';
import { dashboardWindows, definitionOf, readModels } from '@fundlens/read-models/definitions';
import { RULES_VERSION } from '@fundlens/redaction/rules-version';
import { InvalidError } from '@fundlens/runtime/errors';
import { expect, it } from 'vitest';
import { assertSameFingerprint, fingerprintOf, fingerprintsWith, otherwiseMade } from './fingerprint.ts';

const keeping = (...ids: string[]) => ({ customFieldKeepList: new Set(ids) });
const none = keeping();

it('has a part for everything that decides what documents hold', () => {
  expect(fingerprintOf(deals, none)).toEqual({
    slots: deals.version,
    views: deals.viewsVersion,
    redaction: RULES_VERSION,
  });
  expect(fingerprintOf({ ...deals, version: 9, viewsVersion: 7 }, none)).toMatchObject({ slots: 9, views: 7 });
  expect(fingerprintOf(contacts, none)).toMatchObject({ customFieldKeepList: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

it('takes the keep-list as a set, tells lists apart, and does not show them', () => {
  const digest = (...ids: string[]) => fingerprintOf(contacts, keeping(...ids)).customFieldKeepList;
  expect(digest('b', 'a', 'b')).toBe(digest('a', 'b'));
  expect(new Set([digest(), digest('a'), digest('b'), digest('a', 'b'), digest('a,b')]).size).toBe(5);
  expect(JSON.stringify(fingerprintOf(contacts, keeping('ein-field')))).not.toContain('ein-field');
});

it('counts the keep-list only for models that hold custom fields, and for what is made from them', () => {
  const changed = readModels.filter(
    (model) => JSON.stringify(fingerprintOf(model, none)) !== JSON.stringify(fingerprintOf(model, keeping('a'))),
  );
  expect(changed.map(({ name }) => name)).toEqual(['contacts', 'dashboard_windows']);
  expect(fingerprintOf(dashboardWindows, none)).toEqual(fingerprintOf(definitionOf('contacts'), none));
});

const versionsWith = (versions: ReadModelVersion['versions']) =>
  new Map([
    ['contacts' as const, { _id: 'contacts' as const, active: contacts.version, ...(versions && { versions }) }],
  ]);

it('refuses what is read and made otherwise, and names model and part', () => {
  const fingerprint = fingerprintOf(contacts, keeping('a'));
  const known = versionsWith([
    { version: contacts.version, definition: contacts.version, fingerprint, state: 'active' },
  ]);
  expect(() => assertSameFingerprint(known, [contacts, deals], fingerprintsWith(keeping('a')))).not.toThrow();
  const refuse = () => assertSameFingerprint(known, [contacts, deals], fingerprintsWith(none));
  expect(refuse).toThrow(InvalidError);
  expect(refuse).toThrow('contacts: the custom-field keep-list (CUSTOM_FIELD_KEEP_LIST)');
});

it('does not take a version without a fingerprint for its own', () => {
  const [found] = otherwiseMade(versionsWith(undefined), [contacts], fingerprintsWith(none));
  expect(found).toMatchObject({ name: 'contacts', difference: expect.stringContaining('no projector of this build') });
});
