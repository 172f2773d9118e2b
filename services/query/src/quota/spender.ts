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
