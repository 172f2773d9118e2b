import type { Company, Credential } from '../credentials/access-state.ts';
import type { QuotaSubject } from './limits.ts';

/** Limits of credentials and companies without limits of their own. */
export type DefaultLimits = { readonly window: number; readonly dailyQuota: number };

export function quotaSubjectOf(credential: Credential, company: Company, defaults: DefaultLimits): QuotaSubject {
  const { credentialId, companyId, pinnedLocationId, permissions, windowLimit, dailyCap } = credential;
  const shared = companyId === null ? `location:${pinnedLocationId}` : `company:${companyId}`;
  return {
    credentialId,
    // Only what has `read` consumes the shared quota (spec §5).
    bucket: permissions.includes('read') ? shared : `credential:${credentialId}`,
    windowLimit: windowLimit ?? defaults.window,
    dailyQuota: company.dailyQuota ?? defaults.dailyQuota,
    dailyCap,
  };
}

export type QuotaSubjects = (credential: Credential, company: Company) => QuotaSubject;

/** Returns the same object for the same state of credential and company: the limiter groups requests by it. */
export function createQuotaSubjects(defaults: DefaultLimits): QuotaSubjects {
  const known = new WeakMap<Credential, { readonly company: Company; readonly subject: QuotaSubject }>();
  return (credential, company) => {
    const found = known.get(credential);
    if (found?.company === company) return found.subject;
    const subject = quotaSubjectOf(credential, company, defaults);
    known.set(credential, { company, subject });
    return subject;
  };
}
