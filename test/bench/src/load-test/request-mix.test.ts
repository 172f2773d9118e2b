import { describe, expect, it } from 'vitest';
import { mixedRequests, routes } from './request-mix.ts';
import { COMPANIES, contactEventsOf, LOCATIONS, loadTenants, tenantEvents } from './tenants.ts';
import { createFractions } from './zipf.ts';

const CONTACTS = 20;
const COUNT = 20_000;
const tenants = loadTenants(CONTACTS);
const requests = mixedRequests(COUNT, tenants, createFractions(1));

describe('the mix of requests', () => {
  it('is the same in every run', () => {
    expect(mixedRequests(COUNT, tenants, createFractions(1))).toEqual(requests);
  });

  it('has every route and every key, and a location wherever an agency asks', () => {
    expect(routes.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
    expect(new Set(requests.map(({ token }) => token)).size).toBe(LOCATIONS + COMPANIES);
    const agencies = new Set(tenants.map(({ agencyToken }) => agencyToken));
    const byAgencies = requests.filter(({ token }) => agencies.has(token));
    expect(byAgencies.length / COUNT).toBeCloseTo(0.25, 1);
    expect(byAgencies.every(({ path }) => /[?&]locationId=/.test(path))).toBe(true);
  });
});

describe('the tenants', () => {
  it('have events for everything that is asked for', () => {
    const ids = tenants.flatMap(({ contacts }) => contacts.map(({ contactId }) => contactId));
    expect(new Set(ids).size).toBe(LOCATIONS * CONTACTS);
    expect(tenantEvents().length).toBe(2 * COMPANIES + 3 * LOCATIONS);
    const stored = contactEventsOf(3, CONTACTS).flatMap(({ event }) => ('requestId' in event ? [event.requestId] : []));
    expect(stored).toEqual(
      expect.arrayContaining([tenants[3]?.largeReportId, ...(tenants[3]?.contacts ?? []).map((one) => one.requestId)]),
    );
  });
});
