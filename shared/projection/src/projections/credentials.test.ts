import { deletionOf } from '@fundlens/testing/deletions';
import { companyChanged, credentialChanged } from '@fundlens/testing/event-builders';
import { expect, test } from 'vitest';
import { companies, credentials } from './projections.ts';
import { given } from '../testing/given.ts';

test('a credential carries all that authentication asks for', () => {
  const credential = credentialChanged({ expiresAt: 1_900_000_000_000, windowLimit: 10, dailyCap: 100 });
  expect(given(credentials, credential)['credential-1']?.fields).toEqual({
    tokenHash: credential.event.tokenHash,
    kind: 'api_key',
    reach: 'location',
    companyId: 'company-1',
    pinnedLocationId: 'loc-1',
    permissions: ['read'],
    expiresAt: 1_900_000_000_000,
    revokedAt: null,
    windowLimit: 10,
    dailyCap: 100,
    hint: 'oken',
  });
});

test('an agency credential is pinned to no location', () => {
  const agency = credentialChanged({ reach: 'agency', locationId: null, meta: { locationId: null } });
  expect(given(credentials, agency)['credential-1']?.fields).toMatchObject({ reach: 'agency', pinnedLocationId: null });
});

test('the hash of a token is never part of what the API shows', () => {
  const credential = credentialChanged();
  const shown = given(credentials, credential)['credential-1'];
  expect(shown?.texts.credential).toContain('"credentialId":"credential-1"');
  expect(shown?.texts.credential).not.toContain(credential.event.tokenHash);
});

test('a revocation stays, however late the state before it arrives', () => {
  const revoked = credentialChanged({ meta: { version: 2 }, revokedAt: 1_700_000_000_000 });
  const shown = given(credentials, revoked, credentialChanged());
  expect(shown['credential-1']?.fields).toMatchObject({ revokedAt: 1_700_000_000_000 });
});

test('a deleted credential is found by no hash', () => {
  const credential = credentialChanged();
  expect(given(credentials, credential, deletionOf(credential))['credential-1']).toMatchObject({
    fields: {},
    views: {},
  });
});

test.each(['tokenHash', 'kind'] as const)(
  'a credential without %s opens nothing: it is treated like a deleted one',
  (name) => {
    const credential = credentialChanged({ [name]: null });
    expect(given(credentials, credential)['credential-1']).toEqual({ fields: {}, views: {}, texts: {} });
  },
);

test('a company has the state and the quota that its credentials share, and a deleted one none, which opens nothing', () => {
  const company = companyChanged({ state: 'suspended', dailyQuota: 1_000 });
  expect(given(companies, company)['company-1']?.fields).toEqual({ state: 'suspended', dailyQuota: 1_000 });
  expect(given(companies, company, deletionOf(company))['company-1']).toEqual({ fields: {}, views: {}, texts: {} });
});
