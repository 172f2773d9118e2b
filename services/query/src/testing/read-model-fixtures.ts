import { hash, randomUUID } from 'node:crypto';
import type { EventType } from '@fundlens/contracts/event-types';
import { sampleEvent } from '@fundlens/contracts/testing/sample-events';
import { contentOf, storedChangesOf } from '@fundlens/projection/fold/fold';
import {
  contacts as contactProjection,
  deals as dealProjection,
  locations as locationProjection,
} from '@fundlens/projection/projections/projections';
import type { Projection } from '@fundlens/projection/projections/projection';
import { ACCESS_HEARTBEAT, type AccessHeartbeat } from '@fundlens/read-models/access-heartbeat';
import { CHECKPOINTS, type Checkpoint, checkpointId } from '@fundlens/read-models/checkpoint';
import { COMPANY, companies, type CompanyFields, type CompanySlot } from '@fundlens/read-models/companies/companies';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import {
  APPLICATION,
  type ApplicationSlot,
  CONTACT,
  type ContactSlot,
  NEXT_STEPS,
  type NextStepsSlot,
  PLAN,
  type PlanSlot,
  REPORT,
  type ReportSlot,
  RESULT,
  type ResultSlot,
} from '@fundlens/read-models/contacts/slots';
import {
  CREDENTIAL,
  type CredentialFields,
  type CredentialSlot,
  credentials,
} from '@fundlens/read-models/credentials/credentials';
import {
  creditReports,
  STORED_REPORT,
  type StoredReportSlot,
} from '@fundlens/read-models/credit-reports/credit-reports';
import { type DaySums, packSums } from '@fundlens/read-models/dashboards/dashboard-sums';
import { type AccessBlock, DEAD_LETTERS } from '@fundlens/read-models/dead-letter';
import { dealPipelines, PIPELINE, type PipelineSlot } from '@fundlens/read-models/deal-pipelines/deal-pipelines';
import { DEAL, type DealSlot, deals } from '@fundlens/read-models/deals/deals';
import { collectionName, type ReadModelDefinition, type Stream } from '@fundlens/read-models/definition';
import { type DashboardSource, dashboardWindows } from '@fundlens/read-models/definitions';
import {
  type DocumentContent,
  type DocumentId,
  documentKey,
  OUTBOX_FIELDS,
  outboxFields,
  type SlotChange,
  storedSlots,
  tenantFields,
} from '@fundlens/read-models/document';
import { EVENT_LOGS, type EventLog } from '@fundlens/read-models/event-log';
import {
  CUSTOM_FIELD,
  type CustomFieldSlot,
  INSTALLATION,
  type InstallationSlot,
  locations,
  PROFILE,
  type ProfileSlot,
} from '@fundlens/read-models/locations/locations';
import { makeSlot, type Slot, type SlotValue } from '@fundlens/read-models/slot';
import {
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

  /** Puts `values` into slots of the document, beside those that it has. */
  async function put(
    readModel: ReadModelDefinition,
    id: DocumentId,
    values: Readonly<Record<string, SlotValue>>,
    payload?: Uint8Array,
  ): Promise<DocumentContent> {
    versions += 1;
    const version = { epoch: 0, version: versions, occurredAt: versions, eventId: randomUUID() };
    const time = readModel.changes === undefined ? null : { at: FIRST_CHANGE + versions };
    const slots = new Map(slotsOf(readModel, id));
    for (const [name, value] of Object.entries(values)) slots.set(name, makeSlot(version, value, time));
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
      const company: CompanySlot = { name: null, state: 'active', dailyQuota: null, ...fields };
      await put(companies, { kind: 'company', id: companyId }, { [COMPANY]: company });
    },

    /** @param companyId the owner from now on; null for none. */
    async location(locationId: string, companyId: string | null, canary = '') {
      const id = { kind: 'location', locationId } as const;
      const profile: ProfileSlot = { ...NO_PROFILE, name: `Location ${canary}` };
      const left: InstallationSlot = { state: 'transferred_out', installedAt: 0 };
      const installed: InstallationSlot = { state: 'installed', installedAt: 1 };
      const installations = [...slotsOf(locations, id).keys()].filter((name) => name.startsWith(`${INSTALLATION}:`));
      const owner = companyId === null ? {} : { [`${INSTALLATION}:${companyId}`]: installed };
      const earlier = Object.fromEntries(installations.map((name) => [name, left]));
      await put(locations, id, { [PROFILE]: profile, ...earlier, ...owner });
    },

    /** Returns the token. */
    async credential(
      fields: Partial<CredentialFields> & Pick<CredentialFields, 'reach' | 'companyId'>,
      names: { credentialId?: string; token?: string } = {},
    ): Promise<string> {
      const token = names.token ?? newToken();
      const { pinnedLocationId = null, ...others } = fields;
      const credential: CredentialSlot = {
        tokenHash: tokenHash(token),
        kind: 'api_key',
        locationId: pinnedLocationId,
        expiresAt: null,
        revokedAt: null,
        createdAt: null,
        windowLimit: null,
        dailyCap: null,
        hint: token.slice(-4),
        ...others,
        permissions: [...(others.permissions ?? ['read'])],
      };
      const credentialId = names.credentialId ?? randomUUID();
      await put(credentials, { kind: 'credential', id: credentialId }, { [CREDENTIAL]: credential });
      return token;
    },

    async contact(
      locationId: string,
      { contactId, deleted = false, ...fields }: Deletable & Partial<ContactSlot> & { contactId: string },
    ) {
      const contact: ContactSlot = { ...NO_CONTACT, createdAt: 0, ...fields };
      await put(contacts, entity(locationId, contactId), { [CONTACT]: deleted ? null : contact });
    },

    /** The application of a contact, and the contact where there is none yet. */
    async application(
      locationId: string,
      { contactId, ...fields }: Partial<ApplicationSlot> & { contactId: string; submittedAt: number | null },
    ) {
      const id = entity(locationId, contactId);
      const application: ApplicationSlot = { ...NO_APPLICATION, stage: 'submitted', ...fields };
      const contact = slotsOf(contacts, id).has(CONTACT) ? {} : { [CONTACT]: NO_CONTACT };
      await put(contacts, id, { ...contact, [APPLICATION]: application });
    },

    /** One report, underwriting result, funding plan and list of next steps of a contact, whether it lives or not. */
    async children(
      locationId: string,
      contactId: string,
      { deleted = false, canary = null }: { deleted?: boolean; canary?: string | null } = {},
    ) {
      const values = Object.entries(childrenSaying(canary)).map(
        ([name, value]) => [name, deleted ? null : value] as const,
      );
      await put(contacts, entity(locationId, contactId), Object.fromEntries(values));
    },

    async deal(
      locationId: string,
      {
        dealId,
        deleted = false,
        ...fields
      }: Deletable & Partial<DealSlot> & Pick<DealSlot, 'contactId' | 'createdAt'> & { dealId: string },
    ) {
      const deal: DealSlot = { ...NO_DEAL, ...fields };
      await put(deals, entity(locationId, dealId), { [`${DEAL}:${deal.contactId}`]: deleted ? null : deal });
    },

    async dealPipeline(locationId: string, pipelineId: string, name: string | null = null) {
      const pipeline: PipelineSlot = { name, stages: [{ stageId: 's1', name: 'First', position: 0 }] };
      await put(dealPipelines, entity(locationId, pipelineId), { [PIPELINE]: pipeline });
    },

    async customField(locationId: string, fieldId: string, name: string | null = null) {
      const field: CustomFieldSlot = { name, key: `contact.${fieldId}`, dataType: 'TEXT' };
      await put(locations, { kind: 'location', locationId }, { [`${CUSTOM_FIELD}:${fieldId}`]: field });
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
      const { requestId, contactId, pulledAt, deleted = false, text = '{}', renderable = true } = report;
      const payload = Buffer.from(text);
      const stored: StoredReportSlot = {
        contactId,
        pulledAt,
        bureaus: [],
        format: 'other',
        sha256: hash('sha256', payload),
        bytes: payload.byteLength,
        renderable,
      };
      const id = entity(locationId, requestId);
      const { fields } = await put(creditReports, id, { [STORED_REPORT]: deleted ? null : stored }, payload);
      return String(fields.contentDigest);
    },

    /** How far each partition of a stream's topic is applied. */
    async progress(stream: Stream, topic: string, partitions: readonly { asOf: number; nextOffset?: number }[]) {
      await db
        .collection<EventLog>(EVENT_LOGS)
        .updateOne({ _id: stream }, { $set: { topic, partitions: partitions.length } }, { upsert: true });
      for (const [partition, { asOf, nextOffset = 0 }] of partitions.entries()) {
        const key = { generation: 1, topic, partition };
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

/** What a projection keeps of an event. */
function slotOf<Value>({ on }: Projection, { type, event }: Typed): Value {
  const handle = on[type] as ((event: unknown) => SlotChange) | undefined;
  return handle?.(assumeRedacted({ type, event } as Typed).event).value as Value;
}

function leastSlot<Value>(projection: Projection, type: EventType): Value {
  return slotOf(projection, { type, event: sampleEvent(type) } as Typed);
}

const NO_PROFILE = leastSlot<ProfileSlot>(locationProjection, 'LocationChanged');
const NO_CONTACT = leastSlot<ContactSlot>(contactProjection, 'ContactChanged');
const NO_APPLICATION: ApplicationSlot = {
  ...leastSlot<ApplicationSlot>(contactProjection, 'ApplicantChanged'),
  stage: null,
  outcome: null,
};
const NO_DEAL: Omit<DealSlot, 'contactId'> = { ...leastSlot<DealSlot>(dealProjection, 'DealChanged'), status: null };

const report = slotOf<ReportSlot>(contactProjection, creditReportStored());
const result = slotOf<ResultSlot>(contactProjection, underwritingCompleted());
const plan = slotOf<PlanSlot>(contactProjection, fundingPlanChanged());
const nextSteps = slotOf<NextStepsSlot>(contactProjection, nextStepsChanged());

/** By slot; each says the text, if there is one. */
function childrenSaying(text: string | null): Readonly<Record<string, SlotValue>> {
  const says = <Said extends object>(said: Said) => (text === null ? {} : said);
  return {
    [`${REPORT}:r1`]: { ...report, scores: report.scores.map((score) => ({ ...score, ...says({ model: text }) })) },
    [`${RESULT}:u1`]: { ...result, ...says({ strengths: [text] }) },
    [`${PLAN}:p1`]: { ...plan, ...says({ planType: text }) },
    [NEXT_STEPS]: { steps: nextSteps.steps.map((step) => ({ ...step, ...says({ title: text }) })) },
  };
}
