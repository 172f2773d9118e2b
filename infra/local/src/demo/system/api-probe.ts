import { setTimeout as sleep } from 'node:timers/promises';
import { FatalError } from '@fundlens/runtime/errors';
import type { DemoTokens } from '../tokens.ts';
import type { DemoLocation, DemoWorld } from '../world/world.ts';
import type { Report } from './progress.ts';

const PAGE = 500;
const ASK_AGAIN_MS = 250;
const REQUEST_LIMIT_MS = 10_000;
const REPORT_EVERY_MS = 3_000;
/** The demo is projected in seconds; without any progress for this long something is wrong. */
const STANDSTILL_MS = 60_000;

export type ProbeOptions = { baseUrl: string; tokens: DemoTokens; signal: AbortSignal; report: Report };

/**
 * Resolves when every contact and applicant of the locations that the demo's agency keys reach is visible to a client
 * that walks the pages of the API.
 * @throws FatalError `demo_not_visible` when nothing more appears for a minute
 */
export async function untilDemoIsVisible(world: DemoWorld, options: ProbeOptions): Promise<void> {
  const { report, tokens } = options;
  let reportedAt = Date.now();
  for (const location of world.locations) {
    const token = tokenFor(location, tokens);
    if (token === null) continue;
    for (const { path, expected } of expectations(location)) {
      const url = `${options.baseUrl}${path}&locationId=${location.profile.locationId}`;
      await untilCount(expected, (limit) => countEntries(url, token, limit), {
        ...options,
        onWait: (seen) => {
          if (Date.now() - reportedAt < REPORT_EVERY_MS) return;
          reportedAt = Date.now();
          report(`demo data: ${seen} of ${expected} entries of ${location.profile.name} are visible`);
        },
      });
    }
  }
}

/** Resolves when the API lists anything: what an earlier start stored is there as soon as the services are. */
export async function untilDataIsVisible(options: ProbeOptions): Promise<void> {
  const { baseUrl, tokens } = options;
  const url = `${baseUrl}/contacts?limit=1`;
  await untilCount(1, () => countEntries(url, tokens.locationRead, 1), { ...options, onWait: () => undefined });
}

function tokenFor({ profile }: DemoLocation, tokens: DemoTokens): string | null {
  const { companyId, installation } = profile;
  if (installation === 'uninstalled') return null;
  const owner = installation === 'installed' ? companyId : installation.transferredTo;
  if (owner === 'harborview') return tokens.agency;
  return owner === 'summit-ridge' ? tokens.otherAgency : null;
}

function expectations({ contacts }: DemoLocation) {
  const living = contacts.filter(({ person }) => person.deletedAt === null);
  return [
    { path: `/contacts?limit=${PAGE}`, expected: living.length },
    {
      path: `/pipeline?pipelineType=applicant&limit=${PAGE}`,
      expected: living.filter(({ application }) => application !== null).length,
    },
  ];
}

async function untilCount(
  expected: number,
  count: (limit: number) => Promise<number>,
  { signal, onWait }: { signal: AbortSignal; onWait: (seen: number) => void },
): Promise<void> {
  let best = -1;
  let grewAt = Date.now();
  for (;;) {
    signal.throwIfAborted();
    const seen = await count(expected);
    if (seen >= expected) return;
    if (seen > best) {
      best = seen;
      grewAt = Date.now();
    }
    if (Date.now() - grewAt > STANDSTILL_MS) {
      const seconds = STANDSTILL_MS / 1_000;
      const sentence = `${seen} of ${expected} entries are visible and none was added for ${seconds} s; see projector.log.`;
      throw new FatalError('demo_not_visible', sentence);
    }
    onWait(seen);
    await sleep(ASK_AGAIN_MS);
  }
}

type Page = { readonly returned: number; readonly nextCursor: string | null };

/** How many entries a walk over the pages returns, up to about `limit`; what cannot be read yet counts as nothing. */
async function countEntries(url: string, token: string, limit: number): Promise<number> {
  let entries = 0;
  for (let cursor: string | null = ''; cursor !== null && entries < limit; ) {
    const page: Page | null = await readPage(
      cursor === '' ? url : `${url}&cursor=${encodeURIComponent(cursor)}`,
      token,
    );
    if (page === null) return entries;
    entries += page.returned;
    cursor = page.nextCursor;
  }
  return entries;
}

/**
 * Null while the API refuses or does not answer: the credential or the location may not have been projected yet, and a
 * busy machine may need longer. Standing still for too long is noticed by the caller.
 */
async function readPage(url: string, token: string): Promise<Page | null> {
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    });
    const body = (await response.json()) as { data?: Page };
    return response.ok && body.data !== undefined ? body.data : null;
  } catch {
    return null;
  }
}
