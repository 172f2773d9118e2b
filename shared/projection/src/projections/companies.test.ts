import { deletionOf } from '@fundlens/testing/deletions';
import { companyChanged } from '@fundlens/testing/event-builders';
import { expect, test } from 'vitest';
import { companies } from './projections.ts';
import { given } from '../testing/given.ts';

test('a company shows its state and the quota that its credentials share', () => {
  const shown = given(companies, companyChanged({ state: 'suspended', dailyQuota: 1_000 }))['company-1'];

  expect(shown?.fields).toEqual({ state: 'suspended', dailyQuota: 1_000 });
  expect(shown?.views.company).toEqual({
    companyId: 'company-1',
    name: 'Summit Agency',
    state: 'suspended',
    dailyQuota: 1_000,
  });
});

test('a deleted company has no state, which opens nothing', () => {
  const company = companyChanged();
  expect(given(companies, company, deletionOf(company))['company-1']).toEqual({ fields: {}, views: {}, texts: {} });
});
