import type { ReadModelName } from '@fundlens/read-models/definition';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Access } from '../credentials/access.ts';
import { type Audited, audit } from '../middleware/audit.ts';
import { authenticate } from '../middleware/authenticate.ts';
import { boundBytes, takeTurn } from '../middleware/bound-bytes.ts';
import type { CompanyShares } from '../company-shares.ts';
import { checkLocation, createLocationCheck } from '../middleware/check-location.ts';
import { conditional, neverStored } from '../middleware/conditional.ts';
import { dataAsOf, type Freshness } from '../middleware/data-as-of.ts';
import { limit, type Permission, requirePermission } from '../middleware/limit.ts';
import { accessChecked, auditedFirst } from '../middleware/check-access.ts';
import type { Limiter } from '../quota/limiter.ts';
import type { QuotaSubjects } from '../quota/quota-subject.ts';

export type StepDependencies = {
  readonly access: Access;
  readonly limiter: Pick<Limiter, 'count'>;
  readonly auditLog: AuditLog;
  readonly freshness: Freshness;
  readonly shares: CompanyShares;
  readonly clock: Clock;
  readonly quotaSubjectOf: QuotaSubjects;
  /** The text redactor, for what the audit shows. */
  readonly clean: (text: string) => string;
};

export type Steps = ReturnType<typeof createSteps>;

/** The steps of routes, in the order of design §7; `validate` is each route's own. */
export function createSteps(dependencies: StepDependencies) {
  const { access, limiter, auditLog, freshness, shares, clock, quotaSubjectOf, clean } = dependencies;
  const locationCheck = createLocationCheck(access);
  const limits = { limiter, quotaSubjectOf };
  return {
    authenticate: authenticate({ access, audit: auditLog }),
    audit: (audited: Audited) => audit({ log: auditLog, clock, clean }, audited),
    requirePermission: (permission: Permission) => requirePermission(limits, permission),
    limit: limit(limits),
    checkLocation: checkLocation(locationCheck),
    dataAsOf: (...reads: readonly ReadModelName[]) => dataAsOf({ freshness, quotaSubjectOf, access }, reads),
    conditional: conditional(),
    neverStored: neverStored(),
    auditedFirst: auditedFirst(auditLog),
    accessChecked: accessChecked(access),
    boundBytes: boundBytes({ shares, quotaSubjectOf }),
    takeTurn: <Parameters>(isHeavy: (parameters: Parameters) => boolean) =>
      takeTurn({ shares, quotaSubjectOf, access }, isHeavy),
  };
}
