import { RetryableError } from '@fundlens/runtime/errors';
import type { EntityRef } from '../entity-ref.ts';
import type { Observation, Statement } from '../versioning/crm-state.ts';
import type { EntityPublisher } from '../versioning/entity-publisher.ts';
import type { ObservationOutcome } from '../versioning/observation-outcome.ts';
import type { EntityState, EntityStates } from '../versioning/entity-state.ts';
import type { Delivery } from './delivery.ts';
import { companyIdOf, locationIdOf, type ObservingContext, observed, occurredAtOf } from './observed-delivery.ts';

export type RemovalParts = {
  readonly publisher: EntityPublisher;
  readonly states: Pick<EntityStates, 'list' | 'load'>;
  readonly context: Pick<ObservingContext, 'toleranceMs'>;
};

/** More companies than ever had one location. */
const MAX_COMPANIES = 100;

/**
 * UNINSTALL of a company as a whole, or of a location. That of a location does not name the company, and after a transfer it
 * may come from the side that has lost the location: HighLevel is asked. Where it does not tell, access ends.
 */
export async function removeApp(delivery: Delivery, parts: RemovalParts): Promise<readonly ObservationOutcome[]> {
  const companyId = companyIdOf(delivery);
  const locationId = locationIdOf(delivery);
  if (locationId === null) {
    if (companyId === null) return [];
    const fields = { companyId, name: null, state: 'uninstalled' as const, dailyQuota: null };
    const ref: EntityRef = { kind: 'company', locationId: null, id: companyId };
    return [await observe(ref, { type: 'CompanyChanged', fields }, { delivery, ...parts })];
  }
  const installed = (await installationsIn(locationId, parts)).filter(
    ({ ref }) => companyId === null || ref.id === companyId,
  );
  if (companyId !== null) return await endAll(installed, 'uninstalled', { delivery, ...parts });
  const newest = installed.at(-1);
  if (newest === undefined) return [];
  const ended = await endAll(installed.slice(0, -1), 'uninstalled', { delivery, ...parts });
  const read = await parts.publisher.readBack(newest.ref);
  if (read !== 'unconfirmed') return [...ended, read];
  if (ended.length === 0) return await endAll([newest], 'uninstalled', { delivery, ...parts });
  throw new RetryableError('uninstall_unclear', 'HighLevel does not tell which company has uninstalled the app.');
}

/** A location belongs to this company now: the installations of others are looked at again, and end if nothing speaks for them. */
export async function endOtherInstallations(
  { locationId, companyId }: { readonly locationId: string; readonly companyId: string },
  { delivery, ...parts }: RemovalParts & { readonly delivery: Delivery },
): Promise<void> {
  const others = (await installationsIn(locationId, parts)).filter(({ ref }) => ref.id !== companyId);
  for (const other of others) {
    if ((await parts.publisher.readBack(other.ref)) !== 'unconfirmed') continue;
    const since = other.content?.instants.installedAt ?? 0;
    // A late delivery from before the installation says nothing about it.
    if (occurredAtOf(delivery) <= since + parts.context.toleranceMs) continue;
    await endAll([other], 'transferred_out', { delivery, ...parts });
  }
}

type Call = RemovalParts & { readonly delivery: Delivery };

async function endAll(
  installations: readonly EntityState[],
  state: 'uninstalled' | 'transferred_out',
  call: Call,
): Promise<ObservationOutcome[]> {
  const outcomes: ObservationOutcome[] = [];
  for (const { ref, content } of installations) {
    const installedAt = content?.instants.installedAt ?? null;
    const fields = { companyId: ref.id, state, installedAt };
    outcomes.push(await observe(ref, { type: 'InstallationChanged', fields }, call));
  }
  return outcomes;
}

function observe(ref: EntityRef, statement: Statement, { delivery, context, publisher }: Call) {
  const content: Observation['content'] = { is: 'live', statement, updatedAt: null, complete: true };
  return publisher.observe(observed(ref, content, { delivery, context }));
}

/** The installations of a location that are known as `installed`, the oldest first. */
async function installationsIn(locationId: string, { states }: RemovalParts): Promise<readonly EntityState[]> {
  const all = await states.list({ kind: 'installation', locationId }, { afterId: null, limit: MAX_COMPANIES });
  const since = ({ content }: EntityState) => content?.instants.installedAt ?? 0;
  return all
    .filter(({ content }) => content?.instants.status === 'installed')
    .toSorted((left, right) => since(left) - since(right));
}
