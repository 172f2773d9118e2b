import type { AnyEvent } from '@fundlens/contracts/event-types';
import { DAY } from '../dates.ts';
import { CREDENTIALS_CREATED_AT, type DemoTokens, demoCredentials, tokenHashOf } from '../tokens.ts';
import { type DemoLocationProfile, demoCompanies, demoLocations } from '../world/agencies.ts';
import type { EventFactory } from './event-factory.ts';

const COMPANIES_SINCE = -600 * DAY;
const INSTALLED = -550 * DAY;
const TRANSFERRED = -60 * DAY;
const UNINSTALLED = -30 * DAY;

/** Companies, installations and credentials, in the order in which they came about. */
export function* accessEvents(make: EventFactory, baseInstant: number, tokens: DemoTokens): Generator<AnyEvent> {
  for (const { companyId, name, dailyQuota } of demoCompanies) {
    yield make(
      'CompanyChanged',
      { at: baseInstant + COMPANIES_SINCE, locationId: null, companyId },
      { companyId, name, state: 'active', dailyQuota },
    );
  }
  for (const profile of demoLocations) yield* installationEvents(make, baseInstant, profile);
  yield* credentialEvents(make, baseInstant, tokens);
}

function* installationEvents(make: EventFactory, base: number, profile: DemoLocationProfile): Generator<AnyEvent> {
  const { locationId, companyId, installation } = profile;
  const installedAt = base + INSTALLED;
  yield make(
    'InstallationChanged',
    { at: installedAt, locationId, companyId },
    { companyId, state: 'installed', installedAt },
  );

  if (installation === 'uninstalled') {
    const at = base + UNINSTALLED;
    yield make('InstallationChanged', { at, locationId, companyId }, { companyId, state: 'uninstalled', installedAt });
  }
  if (typeof installation === 'object') {
    const at = base + TRANSFERRED;
    const newOwner = installation.transferredTo;
    yield make(
      'InstallationChanged',
      { at, locationId, companyId },
      { companyId, state: 'transferred_out', installedAt },
    );
    yield make(
      'InstallationChanged',
      { at: at + DAY, locationId, companyId: newOwner },
      { companyId: newOwner, state: 'installed', installedAt: at + DAY },
    );
  }
}

function* credentialEvents(make: EventFactory, base: number, tokens: DemoTokens): Generator<AnyEvent> {
  for (const credential of demoCredentials) {
    const { name, kind, companyId, locationId, permissions, expiresInDays, revokedInDays, windowLimit } = credential;
    const token = tokens[name];
    const createdAt = base + CREDENTIALS_CREATED_AT;
    const fields = {
      credentialId: `demo-${name}`,
      tokenHash: tokenHashOf(token),
      kind,
      reach: locationId === null ? ('agency' as const) : ('location' as const),
      companyId,
      locationId,
      permissions: [...permissions],
      expiresAt: expiresInDays === null ? null : base + expiresInDays * DAY,
      createdAt,
      hint: token.slice(-4),
      windowLimit,
    };
    yield make('CredentialChanged', { at: createdAt, locationId, companyId }, fields);
    if (revokedInDays === null) continue;
    const revokedAt = base + revokedInDays * DAY;
    yield make('CredentialChanged', { at: revokedAt, locationId, companyId }, { ...fields, revokedAt });
  }
}
