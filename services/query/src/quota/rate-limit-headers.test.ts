import { describe, expect, it } from 'vitest';
import { admissionOf } from './limits.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

const subject = { credentialId: 'c', bucket: 'company:a', windowLimit: 600, dailyQuota: 1_000, dailyCap: null };
/** One hour before a UTC midnight. */
const now = Date.UTC(2026, 0, 1, 23, 0, 0, 500);
const counted = { refusedBy: null, now, windowUsed: 1, windowResetsInMs: 59_001, quotaSpent: 10, capSpent: 0 };

describe('rateLimitHeaders', () => {
  it('shows what is left of the window, and of every limit in the draft headers', () => {
    expect(rateLimitHeaders(admissionOf(subject, counted, 60))).toEqual({
      'X-RateLimit-Limit': '600',
      'X-RateLimit-Remaining': '599',
      'X-RateLimit-Reset': String(Math.ceil((now + 59_001) / 1_000)),
      'RateLimit-Policy': '"window";q=600;w=60, "day";q=1000;w=86400',
      RateLimit: '"window";r=599;t=60, "day";r=990;t=3600',
    });
  });

  it('adds the cap of a credential that has one', () => {
    const headers = rateLimitHeaders(admissionOf({ ...subject, dailyCap: 50 }, { ...counted, capSpent: 49 }, 60));
    expect(headers['RateLimit-Policy']).toContain('"credential-day";q=50;w=86400');
    expect(headers.RateLimit).toContain('"credential-day";r=1;t=3600');
  });

  it('shows the limit that refused, and when it resets', () => {
    const headers = rateLimitHeaders(admissionOf(subject, { ...counted, refusedBy: 'day', quotaSpent: 1_000 }, 60));
    expect(headers).toMatchObject({
      'X-RateLimit-Limit': '1000',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Date.UTC(2026, 0, 2) / 1_000),
      'Retry-After': '3600',
    });
  });

  it('asks to wait for at least a second', () => {
    const headers = rateLimitHeaders(
      admissionOf(subject, { ...counted, refusedBy: 'window', windowUsed: 600, windowResetsInMs: 0 }, 60),
    );
    expect(headers['Retry-After']).toBe('1');
  });
});
