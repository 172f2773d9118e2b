import { readFileSync } from 'node:fs';
import { execSync } from 'node:child_process';
import { MongoClient, Binary } from 'mongodb';
const pid = execSync("pgrep -f 'secantusd-rs.*29999' | head -1").toString().trim();
const cpu = () => { const s = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(s[11]) + Number(s[12])) * 10_000; };
const c = await new MongoClient('mongodb://127.0.0.1:29999/?directConnection=true', { writeConcern: { w: 'majority', journal: true } }).connect();
const db = c.db('probe');
const N = 4000;
const body = 'x'.repeat(700);
const slot = { epoch: 0, version: 1, occurredAt: 1, eventId: 'e'.repeat(36), value: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`field${i}`, `value ${i} of it`])) };
const terms = (i: number, n: number) => Array.from({ length: n }, (_, k) => `w:${String(i % 997).slice(0, 3)}${'abcdefghij'.slice(0, (k % 9) + 1)}${k}`);
async function run(name: string, indexes: any[], t: number, extra: Record<string, unknown> = {}, upd: 'all' | 'nofields' = 'all') {
  const col = db.collection<any>(`p_${name}`);
  await col.drop().catch(() => {});
  for (const i of indexes) await col.createIndex(i.key, { name: i.name, sparse: i.sparse ?? false });
  const doc = (i: number, rev: number) => ({ _id: `location-a:contact-${i}`, locationId: 'location-a', entityId: `contact-${i}`, listKey: String(253402300799999 - i).padStart(15, '0') + `:contact-${i}`, ...(t > 0 ? { terms: terms(i, t) } : {}), known: true, ...extra, slots: { contact: slot }, views: { contact: new Binary(Buffer.from(body)) }, revision: rev });
  const go = async (label: string, op: (i: number) => any) => {
    const a = cpu(); const s = performance.now();
    for (let i = 0; i < N; i += 200) await col.bulkWrite(Array.from({ length: 200 }, (_, k) => op(i + k)), { ordered: false });
    console.log(name.padEnd(28), label.padEnd(10), ((cpu() - a) / N).toFixed(0).padStart(5), 'us cpu', ((performance.now() - s) * 1000 / N).toFixed(0).padStart(5), 'us wall');
  };
  await go('insert', (i) => ({ insertOne: { document: doc(i, 1) } }));
  await go('update', (i) => ({ updateOne: { filter: { _id: `location-a:contact-${i}`, revision: 1 }, update: { $set: { revision: 2, 'slots.contact': { ...slot, version: 2 }, 'views.contact': new Binary(Buffer.from(body)), ...(upd === 'all' ? { listKey: doc(i, 1).listKey, ...(t > 0 ? { terms: terms(i, t) } : {}), known: true } : {}) } } } }));
  if (upd === 'all') await go('replace', (i) => ({ replaceOne: { filter: { _id: `location-a:contact-${i}`, revision: 2 }, replacement: doc(i, 3), upsert: false } }));
}
const rev = { key: { _id: 1, revision: 1 }, name: 'r' };
const list = { key: { locationId: 1, listKey: 1 }, name: 'l' };
const byTerm = { key: { locationId: 1, terms: 1, listKey: 1 }, name: 't' };
const apps = { key: { locationId: 1, applicationTerms: 1, applicationKey: 1 }, name: 'a' };
const days = { key: { locationId: 1, days: 1 }, name: 'd' };
const dirty = { key: { dirtyKey: 1 }, name: 'x', sparse: true };
await run('floor', [], 0);
await run('rev', [rev], 0);
await run('rev+list', [rev, list], 0);
await run('rev+list+apps', [rev, list, apps], 0);
await run('rev+list+apps+days', [rev, list, apps, days], 0);
await run('rev+list+apps+days+dirty', [rev, list, apps, days, dirty], 0);
await run('all,8 terms', [rev, list, byTerm, apps, days, dirty], 8);
await run('all,15 terms', [rev, list, byTerm, apps, days, dirty], 15);
await run('all,27 terms', [rev, list, byTerm, apps, days, dirty], 27);
await run('all,27 terms, not set', [rev, list, byTerm, apps, days, dirty], 27, {}, 'nofields');
// floor-like upsert replace
const f = db.collection<any>('floorlike'); await f.drop().catch(() => {});
for (const r of [1, 2]) { const a = cpu(); const s = performance.now(); for (let i = 0; i < N; i += 200) await f.bulkWrite(Array.from({ length: 200 }, (_, k) => ({ replaceOne: { filter: { _id: `k${i + k}` }, replacement: { _id: `k${i + k}`, ...slot.value, m: slot, v: r }, upsert: true } })), { ordered: false }); console.log('floor replace upsert', r, ((cpu() - a) / N).toFixed(0), 'us cpu', ((performance.now() - s) * 1000 / N).toFixed(0)); }
await c.close();
