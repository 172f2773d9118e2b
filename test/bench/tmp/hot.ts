import { createCodec } from '@fundlens/contracts/codec';
import { definitionOf } from '@fundlens/contracts/event-types';
import { topicNames } from '@fundlens/contracts/topics';
import { avroTypeOf } from '@fundlens/contracts/avro-type';
import { memoryRegistry } from '@fundlens/contracts/testing/memory-registry';
import { projections } from '@fundlens/projection/projections/registry';
import { changesOf, foldDocument, type LoadedDocument } from '@fundlens/projection/fold/fold';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { contactEvents, mixedEvents } from '../src/workload.ts';
import { readEvents } from '@fundlens/projection/consumer/read-events';
import { createDocumentWriter } from '@fundlens/projection/writer/document-writer';
import { createSlotCache } from '@fundlens/projection/writer/slot-cache';
import { NO_ERASURES } from '@fundlens/projection/erasures/erasures';
import { createDocumentStore } from '@fundlens/projection/writer/document-store';
import { BSON } from 'mongodb';

const topics = topicNames('');
const registry = memoryRegistry();
const codec = createCodec({ registry, topics, clock: () => performance.now() });
const N = Number(process.argv[3] ?? 20000);
const which = process.argv[2] ?? 'contacts';
const events = [...(which === 'contacts' ? contactEvents(N) : mixedEvents(N))];
const recs: { topic: string; record: any }[] = [];
for (const [i, e] of events.entries()) {
  const { topic, key, value } = await codec.encode(e.type, e.event as never);
  recs.push({ topic, record: { offset: i, key: Buffer.from(key), value, appendedAt: 1 } });
}
const time = async (name: string, f: () => Promise<void> | void) => {
  const a = process.cpuUsage();
  const t = performance.now();
  await f();
  const b = process.cpuUsage(a);
  console.log(
    name.padEnd(12),
    ((b.user + b.system) / N).toFixed(1),
    'us/event cpu',
    (((performance.now() - t) * 1000) / N).toFixed(1),
    'wall',
  );
};
const type0 = new Map<string, any>();
for (let round = 0; round < 3; round++) {
  let decoded: any[] = [];
  await time('avro', () => {
    for (const [i, { record }] of recs.entries()) {
      const t = events[i]!.type;
      let at = type0.get(t);
      if (!at) {
        at = avroTypeOf(definitionOf(t).avro);
        type0.set(t, at);
      }
      at.fromBuffer(record.value.subarray(5));
    }
  });
  await time('decode', async () => {
    for (const { topic, record } of recs) decoded.push(await codec.decode({ topic, ...record }));
  });
  const redacted: any[] = [];
  await time('redact', () => {
    for (const d of decoded)
      redacted.push({
        type: d.type,
        event: redactEvent(d.event, definitionOf(d.type).redaction, { customFieldKeepList: new Set() }).event,
      });
  });
  const changes: any[] = [];
  await time('project', () => {
    for (const r of redacted) changes.push(...changesOf(projections, r));
  });
  const docs = new Map<string, LoadedDocument>();
  const updates: any[] = [];
  await time('fold', () => {
    for (const c of changes) {
      const k = c.readModel.name + c.key;
      const loaded = docs.get(k) ?? null;
      const u = foldDocument(c.readModel, loaded, c.changes);
      if (u) {
        updates.push([c, u, loaded]);
        docs.set(k, { slots: u.slots, slotBytes: u.slotBytes, revision: (loaded?.revision ?? 0) + 1 });
      }
    }
  });
  let size = 0;
  const ops: any[] = [];
  const fakeDb: any = {
    collection: () => ({
      bulkWrite: async (o: any[]) => {
        ops.push(...o);
        return { matchedCount: o.filter((x) => x.updateOne).length };
      },
    }),
  };
  const store = createDocumentStore(fakeDb, { maxTimeMs: 1 });
  await time('ops', async () => {
    for (let i = 0; i < updates.length; i += 200)
      await store.swap(
        'c',
        updates.slice(i, i + 200).map(([c, u, l]) => ({ id: c.id, loadedRevision: l?.revision ?? null, update: u })),
      );
  });
  await time('bson', () => {
    for (const o of ops) size += BSON.calculateObjectSize(o);
    for (const o of ops) BSON.serialize(o.updateOne ?? o.insertOne.document);
  });
  console.log(round, 'docs', docs.size, 'ops', ops.length, 'bytes/op', (size / ops.length).toFixed(0));
  const fakeStore: any = { load: async () => new Map(), swap: async () => [] };
  const write = createDocumentWriter({
    store: fakeStore,
    pauseBeforeRound: async () => {},
    erasures: NO_ERASURES,
    cache: createSlotCache(),
  });
  await time('read+write', async () => {
    for (let i = 0; i < recs.length; i += 2000) {
      const part = recs.slice(i, i + 2000);
      const out: any[] = [];
      for (const [topic, members] of Map.groupBy(part, (p) => p.topic)) {
        const read = await readEvents(
          topic,
          members.map((p) => p.record),
          { codec, redact: redactEvent, redaction: { customFieldKeepList: new Set() }, projections } as never,
        );
        if (read.failure) throw read.failure.error;
        out.push(...read.records.map((r: any) => r.changes));
      }
      await write(out);
    }
  });
}
