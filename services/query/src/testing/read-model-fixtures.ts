import { randomUUID } from 'node:crypto';
import type { EventInput } from '@fundlens/contracts/event-defaults';
import type { EventType } from '@fundlens/contracts/event-types';
import { sampleEvent } from '@fundlens/contracts/testing/sample-events';
import { changesOf, contentOf, slotOf, storedChangesOf } from '@fundlens/projection/fold/fold';
import * as projections from '@fundlens/projection/projections/projections';
import type { Projection } from '@fundlens/projection/projections/projection';
import { ACCESS_HEARTBEAT, type AccessHeartbeat } from '@fundlens/read-models/access-heartbeat';
import { CHECKPOINTS, type Checkpoint, checkpointId } from '@fundlens/read-models/checkpoint';
import type { CompanyFields } from '@fundlens/read-models/companies/companies';
import { CONTACT } from '@fundlens/read-models/contacts/slots';
import type { CredentialFields } from '@fundlens/read-models/credentials/credentials';
import { type DaySums, packSums } from '@fundlens/read-models/dashboards/dashboard-sums';
import { type AccessBlock, DEAD_LETTERS } from '@fundlens/read-models/dead-letter';
import { collectionName, type ReadModelDefinition, type Stream } from '@fundlens/read-models/definition';
import { type DashboardSource, dashboardWindows } from '@fundlens/read-models/definitions';
import {
  type DocumentContent,
  type DocumentId,
  documentKey,
  OUTBOX_FIELDS,
  outboxFields,
  storedSlots,
  tenantFields,
} from '@fundlens/read-models/document';
import { EVENT_LOGS, type EventLog } from '@fundlens/read-models/event-log';
import { INSTALLATION } from '@fundlens/read-models/locations/locations';
import type { Slot } from '@fundlens/read-models/slot';
import {
  buildEvent,
  creditReportStored,
  fundingPlanChanged,
  nextStepsChanged,
  underwritingCompleted,
} from '@fundlens/testing/event-builders';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import { Binary, type Db } from 'mongodb';
import { tokenHash } from '../credentials/bearer-token.ts';

/** The least report of which a PDF has something to show. */
const RENDERABLE_REPORT = '{"trades":[{"customerName":"SAMPLE BANK"}]}';

/** Each change of a fixture is a millisecond later. */
export const FIRST_CHANGE = Date.UTC(2026, 0, 1);

/** Writes read-model documents as the projector would leave them: slots, and what the models render from them. */
export type Fixtures = ReturnType<typeof createFixtures>;

export type TenantNames = Awaited<ReturnType<Fixtures['tenant']>>;

type Deletable = { readonly deleted?: boolean };
/** What an event of the type says, beside its place in the history. */
type Fields<T extends EventType> = Omit<EventInput<T>, 'meta'>;

export type ReportFixture = Deletable & {
  readonly requestId: string;
  readonly contactId: string;
  readonly pulledAt: number;
  /** The report itself; another one is another content. */
  readonly text?: string;
  readonly renderable?: boolean;
};

type TenantFixture = Partial<CredentialFields> &
  Partial<Record<'companyId' | 'locationId' | 'credentialId' | 'report', string>>;

export function createFixtures(db: Db) {
  /** The slots of what was written, by read model and `_id`. */
  const written = new Map<string, ReadonlyMap<string, Slot>>();
  let versions = 0;
  let tenants = 0;

  /** The next version of an entity: the least event of its type, changed by what is said. */
  function next<T extends EventType>(
    type: T,
    locationId: string | null,
    { deleted = false, ...said }: Deletable & Partial<Fields<T>>,
  ): Typed<T> {
    versions += 1;
    const { meta: _, ...least } = sampleEvent(type);
    const meta = { locationId, version: versions, occurredAt: versions, eventId: randomUUID(), deleted };
    return buildEvent(type, { ...least, ...said, meta } as never);
  }

  /** Puts what the projection makes of events of one document into it. @param amend what its slots then hold */
  async function put(
    projection: Projection,
    events: readonly Typed[],
    amend: (value: object) => object = (value) => value,
  ): Promise<DocumentContent> {
    const { readModel } = projection;
    const changes = events.flatMap((event) => changesOf([projection], assumeRedacted(event), FIRST_CHANGE + versions));
    const [{ documentId: id, payload }] = changes as [(typeof changes)[0]];
    const slots = new Map(slotsOf(readModel, id));
    for (const change of changes) {
      const value = change.value === null ? null : amend(change.value as object);
      slots.set(change.slot, slotOf(readModel, { ...change, value } as typeof change));
    }
    written.set(nameOf(readModel, id), slots);
    const content = contentOf(readModel, { id, slots, ...(payload !== undefined && { payload }) });
    const _id = documentKey(id);
    const views = Object.fromEntries([...content.views].map(([name, bytes]) => [name, new Binary(bytes)]));
    const document = {
      ...tenantFields(id),
      ...content.fields,
      ...storedChangesOf(readModel, { id, slots }),
      slots: storedSlots(slots),
      views,
      revision: versions,
    };
    await db
      .collection<{ _id: string }>(collectionName(readModel.name, 1))
      .replaceOne({ _id }, document, { upsert: true });
    return content;
  }

  function slotsOf(readModel: ReadModelDefinition, id: DocumentId): ReadonlyMap<string, Slot> {
    return written.get(nameOf(readModel, id)) ?? new Map();
  }

  const fixtures = {
    async heartbeat(asOf = Date.now(), generation = 1) {
      await db
        .collection<AccessHeartbeat>(ACCESS_HEARTBEAT)
        .updateOne({ _id: generation }, { $set: { asOf } }, { upsert: true });
    },

    async noHeartbeat() {
      await db.collection(ACCESS_HEARTBEAT).deleteMany({});
    },

    async company(companyId: string, fields: Partial<CompanyFields> = {}) {
      await put(projections.companies, [next('CompanyChanged', null, { companyId, name: null, ...fields })]);
    },

    /** @param companyId the owner from now on; null for none. */
    async location(locationId: string, companyId: string | null) {
      const slots = [...slotsOf(projections.locations.readModel, { kind: 'location', locationId }).keys()];
      const earlier = slots.flatMap((name) => name.split(`${INSTALLATION}:`)[1] ?? []);
      const left = { state: 'transferred_out', installedAt: 0 } as const;
      const installed = { state: 'installed', installedAt: 1 } as const;
      await put(projections.locations, [
        next('LocationChanged', locationId, { name: 'Location' }),
        ...earlier.map((id) => next('InstallationChanged', locationId, { companyId: id, ...left })),
        ...(companyId === null ? [] : [next('InstallationChanged', locationId, { companyId, ...installed })]),
      ]);
    },

    /** Returns the token. */
    async credential(
      fields: Partial<CredentialFields> & Pick<CredentialFields, 'reach' | 'companyId'>,
      names: { credentialId?: string; token?: string } = {},
    ): Promise<string> {
      const token = names.token ?? newToken();
      const { pinnedLocationId: locationId = null, permissions = ['read'], ...others } = fields;
      const { credentialId = randomUUID() } = names;
      const own = { credentialId, tokenHash: tokenHash(token), hint: token.slice(-4), kind: 'api_key' as const };
      const said = { ...own, ...others, locationId, permissions: [...permissions] };
      await put(projections.credentials, [next('CredentialChanged', locationId, said)]);
      return token;
    },

    async contact(locationId: string, contact: Deletable & Partial<Fields<'ContactChanged'>> & { contactId: string }) {
      await put(projections.contacts, [next('ContactChanged', locationId, { createdAt: 0, ...contact })]);
    },

    /** The application of a contact, and the contact where there is none yet. */
    async application(
      locationId: string,
      application: Partial<Fields<'ApplicantChanged'>> & { contactId: string; submittedAt: number | null },
    ) {
      const { contactId } = application;
      const isThere = slotsOf(projections.contacts.readModel, entity(locationId, contactId)).has(CONTACT);
      await put(projections.contacts, [
        ...(isThere ? [] : [next('ContactChanged', locationId, { contactId })]),
        next('ApplicantChanged', locationId, { outcome: null, stage: 'submitted', ...application }),
      ]);
    },

    /** One report, underwriting result, funding plan and list of next steps of a contact, whether it lives or not. */
    async children(locationId: string, contactId: string, { deleted = false, strengths = [] as string[] } = {}) {
      versions += 1;
      const of = { meta: { locationId, version: versions, occurredAt: versions, deleted }, contactId };
      await put(projections.contacts, [
        creditReportStored({ ...of, requestId: 'r1' }),
        underwritingCompleted({ ...of, resultId: 'u1', strengths }),
        fundingPlanChanged({ ...of, planId: 'p1' }),
        nextStepsChanged(of),
      ]);
    },

    async deal(
      locationId: string,
      deal: Deletable &
        Partial<Fields<'DealChanged'>> & { dealId: string; contactId: string; createdAt: number | null },
    ) {
      await put(projections.deals, [next('DealChanged', locationId, { status: null, ...deal })]);
    },

    async dealPipeline(locationId: string, pipelineId: string, name: string | null = null) {
      const stages = [{ stageId: 's1', name: 'First', position: 0 }];
      await put(projections.dealPipelines, [next('PipelineChanged', locationId, { pipelineId, name, stages })]);
    },

    async customField(locationId: string, fieldId: string, name: string | null = null) {
      const field = { fieldId, name, key: `contact.${fieldId}`, dataType: 'TEXT' };
      await put(projections.locations, [next('CustomFieldChanged', locationId, field)]);
    },

    /** The window document of a location, as a refresh leaves it. */
    async dashboardWindow(
      locationId: string,
      window: { timeZone: string; firstDay: number; sums: DaySums; stageSums?: DaySums },
    ) {
      const { timeZone, firstDay, sums, stageSums = new Map() } = window;
      const packed = { sums: new Binary(packSums(sums)), stageSums: new Binary(packSums(stageSums)) };
      await db
        .collection<{ _id: string }>(collectionName(dashboardWindows.name, 1))
        .replaceOne({ _id: locationId }, { locationId, timeZone, firstDay, ...packed, revision: 1 }, { upsert: true });
    },

    /** Returns the digest of what a PDF of it shows. */
    async creditReport(locationId: string, report: ReportFixture): Promise<string> {
      const { text = '{}', renderable = true, ...others } = report;
      const said = { format: 'other' as const, ...others, report: Buffer.from(text) };
      const stored = next('CreditReportStored', locationId, said);
      const { fields } = await put(projections.creditReports, [stored], (slot) => ({ ...slot, renderable }));
      return String(fields.contentDigest);
    },

    /** How far each partition of a stream's topic is applied. */
    async progress(
      stream: Stream,
      topic: string,
      partitions: readonly { asOf: number; nextOffset?: number }[],
      generation = 1,
    ) {
      await db
        .collection<EventLog>(EVENT_LOGS)
        .updateOne({ _id: stream }, { $set: { topic, partitions: partitions.length } }, { upsert: true });
      for (const [partition, { asOf, nextOffset = 0 }] of partitions.entries()) {
        const key = { generation, topic, partition };
        const _id = checkpointId(key);
        await db
          .collection<Checkpoint>(CHECKPOINTS)
          .replaceOne({ _id }, { ...key, nextOffset, asOf }, { upsert: true });
      }
    },

    /**
     * A document of which the location's window does not show everything yet: one of its own, or the location's.
     * Returns what a refresh does with it.
     */
    async uncounted(locationId: string, dirtySince: number, source: DashboardSource): Promise<() => Promise<void>> {
      const documents = db.collection<{ _id: string }>(collectionName(source, 1));
      const _id = source === 'locations' ? locationId : `${locationId}:${randomUUID()}`;
      const outbox = outboxFields({ locationId }, { dirtyDays: [1], dirtySince });
      await documents.updateOne({ _id }, { $set: { locationId, ...outbox } }, { upsert: true });
      return async () => {
        await documents.updateOne({ _id }, { $unset: Object.fromEntries(OUTBOX_FIELDS.map((name) => [name, ''])) });
      };
    },

    /** Returns what ends the block, as a replay would. */
    async block(blocks: AccessBlock): Promise<() => Promise<void>> {
      const letters = db.collection<{ _id: string; status: string; generations: readonly number[]; blocks: string }>(
        DEAD_LETTERS,
      );
      const _id = `access:0:${randomUUID()}`;
      await letters.insertOne({ _id, status: 'open', generations: [1], blocks });
      return async () => {
        await letters.updateOne({ _id }, { $set: { status: 'replayed' } });
      };
    },

    /**
     * A company with a location that has the contact `c1` and its report `r1`, and a location key that may read all of it:
     * of its own where no other is named.
     */
    async tenant(given: TenantFixture = {}) {
      tenants += 1;
      const { companyId = `company-${tenants}`, locationId = `location-${tenants}`, ...more } = given;
      const { credentialId = `key-${tenants}`, report: text = RENDERABLE_REPORT, ...fields } = more;
      await fixtures.company(companyId);
      await fixtures.location(locationId, companyId);
      await fixtures.contact(locationId, { contactId: 'c1' });
      await fixtures.creditReport(locationId, { requestId: 'r1', contactId: 'c1', pulledAt: 1, text });
      const token = newToken();
      /** Puts the key as it was made, changed by what is given. */
      const put = (change: Partial<CredentialFields> = {}) =>
        fixtures.credential(
          {
            reach: 'location',
            companyId,
            pinnedLocationId: locationId,
            permissions: ['read', 'credit_reports'],
            ...fields,
            ...change,
          },
          { credentialId, token },
        );
      await put();
      return { companyId, locationId, credentialId, token, put };
    },
  };
  return fixtures;
}

export function newToken(prefix: 'fmk' | 'fmo' = 'fmk'): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}

function entity(locationId: string, entityId: string): DocumentId {
  return { kind: 'location-entity', locationId, entityId };
}

function nameOf({ name }: ReadModelDefinition, id: DocumentId): string {
  return `${name}/${documentKey(id)}`;
}
