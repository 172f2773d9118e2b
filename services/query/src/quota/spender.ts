import type { Company, Credential } from '../credentials/access-state.ts';
import type { Spender } from './limits.ts';

/** For credentials and companies without limits of their own. */
export type UsualLimits = { readonly window: number; readonly dailyQuota: number };

/** Whom a request of the credential is counted for. */
export function spenderOf(credential: Credential, company: Company, usual: UsualLimits): Spender {
  const { credentialId, companyId, pinnedLocationId, windowLimit, dailyCap } = credential;
  return {
    credentialId,
    bucket: companyId === null ? `location:${pinnedLocationId}` : `company:${companyId}`,
    windowLimit: windowLimit ?? usual.window,
    dailyQuota: company.dailyQuota ?? usual.dailyQuota,
    dailyCap,
  };
}

export type Spenders = (credential: Credential, company: Company) => Spender;

/** The same object for the same state of a credential and its company: what came together is counted together by it. */
export function createSpenders(usual: UsualLimits): Spenders {
  const known = new WeakMap<Credential, { readonly company: Company; readonly spender: Spender }>();
  return (credential, company) => {
    const found = known.get(credential);
    if (found?.company === company) return found.spender;
    const spender = spenderOf(credential, company, usual);
    known.set(credential, { company, spender });
    return spender;
  };
}
