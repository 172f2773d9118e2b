import type { SpanOptions } from '@fundlens/runtime/tracing';
import { missingPermission, rateLimited } from '../api-error.ts';
import type { Limiter } from '../quota/limiter.ts';
import { rateLimitHeaders } from '../quota/rate-limit-headers.ts';
import type { QuotaSubjects } from '../quota/quota-subject.ts';
import type { RequestState } from './request-state.ts';
import { type Step, withFacts } from './step.ts';

export type Permission = 'read' | 'credit_reports';

export type LimitOptions = { readonly limiter: Pick<Limiter, 'count'>; readonly quotaSubjectOf: QuotaSubjects };

const REDIS_COUNT: SpanOptions = {
  kind: 'client',
  attributes: { 'db.system.name': 'redis', 'db.operation.name': 'EVALSHA' },
};

/** Counts the request, and refuses it with 429 once a limit is used up. */
export function limit(options: LimitOptions): Step {
  return async ({ state }, next) => {
    await count(options, state);
    await next();
  };
}

async function count({ limiter, quotaSubjectOf }: LimitOptions, state: RequestState): Promise<void> {
  const { credential, company } = state.holder;
  const admission = await state.traced('limit', REDIS_COUNT, () => limiter.count(quotaSubjectOf(credential, company)));
  Object.assign(state.headers, rateLimitHeaders(admission));
  if (admission.refusedBy !== null) throw rateLimited(admission.refusedBy);
  state.admission = admission;
}

/** Refuses with 403 a credential without the permission. A request that is not counted yet is counted first. */
export function requirePermission(options: LimitOptions, permission: Permission): Step {
  return withFacts(
    async ({ state }, next) => {
      if (!state.credential.permissions.includes(permission)) {
        if (!state.isAdmitted) await count(options, state);
        throw missingPermission(permission);
      }
      state.required.push(permission);
      await next();
    },
    permission === 'read' ? {} : { permission },
  );
}
