import { randomUUID } from 'node:crypto';
import { ACCESS_HEARTBEAT, ACCESS_HEARTBEAT_ID, type AccessHeartbeat } from '@fundlens/read-models/access-heartbeat';
import { CHECKPOINTS, type Checkpoint, checkpointId } from '@fundlens/read-models/checkpoint';
import { type AccessBlock, DEAD_LETTERS } from '@fundlens/read-models/dead-letter';
import { type DaySums, packSums } from '@fundlens/read-models/dashboards/dashboard-sums';
import { modelVersion, type ReadModelName, type Stream } from '@fundlens/read-models/definition';
import { type CompanyFields, type CredentialFields, definitionOf, readModels } from '@fundlens/read-models/definitions';
import { type DocumentId, documentKey, type Outbox, tenantFields } from '@fundlens/read-models/document';
import { type DealFilter, dealFilterKeys } from '@fundlens/read-models/deals/deal-filters';
import { EVENT_LOGS, type EventLog } from '@fundlens/read-models/event-log';
import { newestFirst } from '@fundlens/read-models/list-key';
import type { ReportPdfState } from '@fundlens/read-models/report-pdfs/report-pdf';
import { emailTerm, phoneTerms } from '@fundlens/read-models/contacts/search-terms';
import { storedWordTerms } from '@fundlens/read-models/contacts/word-terms';
import { Binary, type Db } from 'mongodb';
import { tokenHash } from '../credentials/bearer-token.ts';

/** Writes read-model documents as the projector would leave them: what the query service reads of them, and no slots. */
export type Fixtures = ReturnType<typeof createFixtures>;

export type ContactFixture = {
  readonly contactId: string;
  readonly createdAt?: number | null;
  readonly email?: string;
  readonly phone?: string;
  readonly tags?: readonly string[];
  /** Texts that it is found by the words of. */
  readonly names?: readonly string[];
  readonly deleted?: boolean;
  readonly body?: object;
};

export type ReportFixture = {
  readonly requestId: string;
  readonly contactId: string;
  readonly pulledAt: number;
  readonly deleted?: boolean;
  /** The whole body as text; made up when absent. */
  readonly text?: string;
  readonly renderable?: boolean;
  /** Of what a PDF shows; another one is another content. */
  readonly contentDigest?: string;
};

export type ReportPdfFixture = {
  readonly requestId: string;
  readonly contentDigest?: string;
  readonly state?: ReportPdfState;
  readonly pdf?: string | null;
};

const USUAL_DIGEST = 'ab'.repeat(32);

export function createFixtures(db: Db) {
  async function put(name: ReadModelName, id: DocumentId, content: { fields: object; body: string | null }) {
    const _id = documentKey(id);
    const body = content.body === null ? null : new Binary(Buffer.from(content.body));
    await db
      .collection<{ _id: string }>(modelVersion(definitionOf(name)))
      .replaceOne({ _id }, { ...tenantFields(id), ...content.fields, slots: [], revision: 1, body }, { upsert: true });
  }

  return {
    async heartbeat(asOf = Date.now()) {
      await db
        .collection<AccessHeartbeat>(ACCESS_HEARTBEAT)
        .updateOne({ _id: ACCESS_HEARTBEAT_ID }, { $set: { asOf } }, { upsert: true });
    },

    async noHeartbeat() {
      await db.collection(ACCESS_HEARTBEAT).deleteMany({});
    },

    company(companyId: string, fields: Partial<CompanyFields> = {}) {
      return put(
        'companies',
        { kind: 'company', companyId },
        { fields: { state: 'active', dailyQuota: null, ...fields }, body: JSON.stringify({ companyId }) },
      );
    },

    /** @param companyId the owner; null for nobody. */
    location(locationId: string, companyId: string | null, canary = '') {
      const fields = companyId === null ? { companyId } : { companyId, listKey: locationId };
      const body = companyId === null ? null : JSON.stringify({ locationId, companyId, name: `Location ${canary}` });
      return put('locations', { kind: 'location', locationId }, { fields, body });
    },

    /** Returns the token. */
    async credential(
      fields: Partial<CredentialFields> & Pick<CredentialFields, 'reach' | 'companyId'>,
      names: { credentialId?: string; token?: string } = {},
    ): Promise<string> {
      const token = names.token ?? newToken();
      const credential: CredentialFields = {
        tokenHash: tokenHash(token),
        kind: 'api_key',
        pinnedLocationId: null,
        permissions: ['read'],
        expiresAt: null,
        revokedAt: null,
        windowLimit: null,
        dailyCap: null,
        hint: token.slice(-4),
        ...fields,
      };
      const credentialId = names.credentialId ?? randomUUID();
      await put('credentials', { kind: 'credential', credentialId }, { fields: credential, body: '{}' });
      return token;
    },

    async contact(locationId: string, contact: ContactFixture) {
      const { contactId, createdAt = 0, email, phone, tags = [], names = [], deleted = false } = contact;
      const term = email === undefined ? null : emailTerm(email);
      const terms = [
        ...(term === null ? [] : [term]),
        ...(phone === undefined ? [] : phoneTerms(phone)),
        ...storedWordTerms(names),
      ];
      const body = JSON.stringify(contact.body ?? { contactId, locationId, email: email ?? null, tags });
      await put(
        'contacts',
        { kind: 'location-entity', locationId, entityId: contactId },
        deleted
          ? { fields: {}, body: null }
          : { fields: { listKey: newestFirst(createdAt, contactId), terms, tags }, body },
      );
    },

    async applicant(
      locationId: string,
      applicant: { contactId: string; submittedAt: number | null; stage?: string; body?: object },
    ) {
      const { contactId, submittedAt, stage = 'submitted' } = applicant;
      await put(
        'applicants',
        { kind: 'location-entity', locationId, entityId: contactId },
        {
          fields: { listKey: newestFirst(submittedAt, contactId), stage },
          body: JSON.stringify(applicant.body ?? { contactId, stage, locationId }),
        },
      );
    },

    /** A document of what belongs to a contact; without a body nothing of it lives. */
    contactRecord(name: ReadModelName, locationId: string, record: { contactId: string; body: object | null }) {
      const { contactId, body } = record;
      return put(
        name,
        { kind: 'location-entity', locationId, entityId: contactId },
        { fields: {}, body: body === null ? null : JSON.stringify(body) },
      );
    },

    deal(locationId: string, deal: DealFilter & { dealId: string; createdAt: number | null; body?: object }) {
      const { dealId, createdAt, body, ...values } = deal;
      return put(
        'deals',
        { kind: 'location-entity', locationId, entityId: dealId },
        {
          fields: { listKey: newestFirst(createdAt, dealId), filters: dealFilterKeys(values) },
          body: JSON.stringify(body ?? { dealId, locationId, ...values }),
        },
      );
    },

    dealPipeline(locationId: string, pipelineId: string) {
      return put(
        'deal_pipelines',
        { kind: 'location-entity', locationId, entityId: pipelineId },
        { fields: { listKey: pipelineId }, body: JSON.stringify({ pipelineId, locationId, stages: [] }) },
      );
    },

    /** The window document of a location, as a refresh leaves it. */
    async dashboardWindow(locationId: string, window: { timeZone: string; firstDay: number; sums: DaySums }) {
      const { timeZone, firstDay, sums } = window;
      await db
        .collection<{ _id: string }>(modelVersion(definitionOf('dashboard_windows')))
        .replaceOne(
          { _id: locationId },
          { locationId, timeZone, firstDay, sums: new Binary(packSums(sums, firstDay)), revision: 1 },
          { upsert: true },
        );
    },

    async creditReport(locationId: string, report: ReportFixture) {
      const { requestId, contactId, pulledAt, deleted = false, renderable = true } = report;
      const { contentDigest = USUAL_DIGEST } = report;
      const text =
        report.text ?? JSON.stringify({ requestId, contactId, pulledAt: new Date(pulledAt).toISOString(), report: {} });
      await put(
        'credit_reports',
        { kind: 'location-entity', locationId, entityId: requestId },
        deleted
          ? { fields: {}, body: null }
          : {
              fields: { contactId, listKey: newestFirst(pulledAt, requestId), contentDigest, renderable },
              body: text,
            },
      );
    },

    /** What the job leaves of a report's PDF. */
    async reportPdf(
      locationId: string,
      { requestId, contentDigest = USUAL_DIGEST, state = 'ready', pdf = '%PDF-1.7' }: ReportPdfFixture,
    ) {
      const id = { kind: 'location-entity', locationId, entityId: requestId } as const;
      const _id = documentKey(id);
      const bytes = pdf === null ? null : new Binary(Buffer.from(pdf));
      const record = { revision: 1, contentDigest, layout: 1, state, attempts: 0, reason: null, pdf: bytes };
      await db
        .collection<{ _id: string }>(modelVersion(definitionOf('credit_report_pdfs')))
        .replaceOne({ _id }, { ...tenantFields(id), ...record }, { upsert: true });
    },

    /** How far all models of a stream have come in each partition of its topic. */
    async progress(stream: Stream, topic: string, partitions: readonly { asOf: number; nextOffset?: number }[]) {
      await db
        .collection<EventLog>(EVENT_LOGS)
        .updateOne({ _id: stream }, { $set: { topic, partitions: partitions.length } }, { upsert: true });
      for (const model of readModels.filter(({ streams }) => streams.includes(stream)).map(modelVersion)) {
        for (const [partition, { asOf, nextOffset = 0 }] of partitions.entries()) {
          const _id = checkpointId({ model, topic, partition });
          const checkpoint = { model, topic, partition, nextOffset, asOf };
          await db.collection<Checkpoint>(CHECKPOINTS).replaceOne({ _id }, checkpoint, { upsert: true });
        }
      }
    },

    /** A document of the location's facts that is not in its window yet. */
    async uncountedFact(locationId: string, dirtySince: number) {
      const facts = db.collection<Partial<Outbox> & { _id: string; locationId: string }>(
        modelVersion(definitionOf('dashboard_facts')),
      );
      const _id = `${locationId}:deal:${randomUUID()}`;
      await facts.insertOne({ _id, locationId, dirtySince, dirtyDays: [1] });
      return async () => {
        await facts.updateOne({ _id }, { $unset: { dirtySince: '', dirtyDays: '' } });
      };
    },

    /** Returns what ends the block, as a replay would. */
    async block(blocks: AccessBlock): Promise<() => Promise<void>> {
      const letters = db.collection<{ _id: string; status: string; blocks: string }>(DEAD_LETTERS);
      const _id = `access:0:${randomUUID()}`;
      await letters.insertOne({ _id, status: 'open', blocks });
      return async () => {
        await letters.updateOne({ _id }, { $set: { status: 'replayed' } });
      };
    },
  };
}

export function newToken(prefix: 'fmk' | 'fmo' = 'fmk'): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}
