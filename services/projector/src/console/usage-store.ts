import { AUDIT_LOG, type StoredAuditEntry } from '@fundlens/read-models/audit';
import { collectionName } from '@fundlens/read-models/definition';
import { activeVersions } from '@fundlens/read-models/store';
import { QUOTA_DAYS, type QuotaDay, quotaDayExpiry } from '@fundlens/read-models/quota-day';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';

export type CompanyQuota = {
  /** `company:<id>`, `location:<id>` of a credential without a company, `credential:<id>` of a cap of its own. */
  readonly bucket: string;
  readonly spent: number;
  /** Null: the default of the query service. */
  readonly quota: number | null;
};

/** Refusals of one status, code and credential. `last`: epoch milliseconds. */
export type Refusals = {
  readonly status: number;
  readonly code: string | null;
  readonly credentialId: string | null;
  readonly count: number;
  readonly last: number;
};

/** What clients spend and are refused, as the query services have stored it. */
export type Usage = {
  readonly quotas: readonly CompanyQuota[];
  readonly refusals: readonly Refusals[];
  /** There were more refusals than are counted. */
  readonly cut: boolean;
};

const DAY_MS = 86_400_000;
const REFUSALS_MS = 3_600_000;
const MAX_REFUSALS = 2_000;
const MAX_SHOWN = 10;
/** A look-up that takes longer must not delay the rest of the page. */
const MAX_TIME_MS = 1_000;
const NOT_FOUND = 404;

export function createUsageStore(db: Db, clock: () => number): () => Promise<Usage> {
  async function quotas(): Promise<CompanyQuota[]> {
    const expiresAt = quotaDayExpiry(Math.floor(clock() / DAY_MS));
    const days = await db
      .collection<QuotaDay>(QUOTA_DAYS)
      .find({ expiresAt }, { maxTimeMS: MAX_TIME_MS })
      .sort({ spent: -1 })
      .limit(MAX_SHOWN)
      .toArray();
    const limits = await limitsOf(days.map(({ _id }) => companyOf(_id)).filter((id) => id !== null));
    return days.map(({ _id, spent }) => ({
      bucket: bucketOf(_id),
      spent,
      quota: limits.get(companyOf(_id) ?? '') ?? null,
    }));
  }

  async function limitsOf(companies: readonly string[]): Promise<ReadonlyMap<string, number | null>> {
    const version = (await activeVersions(db)).get('companies');
    if (version === undefined || companies.length === 0) return new Map();
    const found = await db
      .collection<{ _id: string; dailyQuota?: number | null }>(collectionName('companies', version))
      .find({ _id: { $in: [...companies] } }, { projection: { dailyQuota: 1 }, maxTimeMS: MAX_TIME_MS })
      .toArray();
    return new Map(found.map(({ _id, dailyQuota }) => [_id, dailyQuota ?? null]));
  }

  async function refusals(): Promise<Pick<Usage, 'refusals' | 'cut'>> {
    const now = clock();
    const found = await db
      .collection<StoredAuditEntry>(AUDIT_LOG)
      .find(
        { status: { $gte: 400 }, at: { $gte: new Date(now - REFUSALS_MS), $lte: new Date(now + DAY_MS) } },
        { maxTimeMS: MAX_TIME_MS },
      )
      .sort({ at: -1 })
      .limit(MAX_REFUSALS)
      .toArray();
    return { refusals: grouped(found), cut: found.length === MAX_REFUSALS };
  }

  return () =>
    mapMongoErrors(async () => {
      const [quotaFigures, refused] = await Promise.all([quotas(), refusals()]);
      return { quotas: quotaFigures, ...refused };
    });
}

/** `<bucket>:<YYYY-MM-DD>` */
function bucketOf(quotaDayId: string): string {
  return quotaDayId.slice(0, quotaDayId.lastIndexOf(':'));
}

function companyOf(quotaDayId: string): string | null {
  const bucket = bucketOf(quotaDayId);
  return bucket.startsWith('company:') ? bucket.slice('company:'.length) : null;
}

/** A 404 refuses nothing. The most frequent first. */
function grouped(entries: readonly StoredAuditEntry[]): Refusals[] {
  const groups = new Map<string, Refusals>();
  for (const entry of entries) {
    const { status, credentialId } = entry;
    if (status === NOT_FOUND) continue;
    const code = entry.kind === 'request' ? entry.code : null;
    const key = `${status} ${code} ${credentialId}`;
    const before = groups.get(key);
    const count = (before?.count ?? 0) + (entry.kind === 'count' ? entry.count : 1);
    groups.set(key, { status, code, credentialId, count, last: Math.max(before?.last ?? 0, entry.at.getTime()) });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count).slice(0, MAX_SHOWN);
}
