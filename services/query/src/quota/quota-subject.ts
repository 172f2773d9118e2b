import type { Company, Credential } from '../credentials/access-state.ts';
import type { QuotaSubject } from './limits.ts';

/** For credentials and companies without limits of their own. */
export type DefaultLimits = { readonly window: number; readonly dailyQuota: number };

/** Whom a request of the credential is counted for. */
export function quotaSubjectOf(credential: Credential, company: Company, usual: DefaultLimits): QuotaSubject {
  const { credentialId, companyId, pinnedLocationId, windowLimit, dailyCap } = credential;
  return {
    credentialId,
    bucket: companyId === null ? `location:${pinnedLocationId}` : `company:${companyId}`,
    windowLimit: windowLimit ?? usual.window,
    dailyQuota: company.dailyQuota ?? usual.dailyQuota,
    dailyCap,
  };
}

export type QuotaSubjects = (credential: Credential, company: Company) => QuotaSubject;

/** The same object for the same state of a credential and its company: what came together is counted together by it. */
export function createQuotaSubjects(usual: DefaultLimits): QuotaSubjects {
  const known = new WeakMap<Credential, { readonly company: Company; readonly subject: QuotaSubject }>();
  return (credential, company) => {
    const found = known.get(credential);
    if (found?.company === company) return found.subject;
    const subject = quotaSubjectOf(credential, company, usual);
    known.set(credential, { company, subject });
    return subject;
  };
}
