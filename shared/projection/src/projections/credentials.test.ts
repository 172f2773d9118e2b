import { deletionOf } from '@fundlens/testing/deletions';
import { companyChanged, credentialChanged } from '@fundlens/testing/event-builders';
import { expect, test } from 'vitest';
import { companies, credentials } from './projections.ts';
import { given } from '../testing/given.ts';

test('the hash of a token is never part of what the API shows', () => {
  const credential = credentialChanged();
  const shown = given(credentials, credential)['credential-1'];
  expect(shown?.texts.credential).toContain('"credentialId":"credential-1"');
  expect(shown?.texts.credential).not.toContain(credential.event.tokenHash);
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
