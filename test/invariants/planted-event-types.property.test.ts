import { definitionOf, type EventType, eventTypes } from '@fundlens/contracts/event-types';
import { checkEvent } from '@fundlens/contracts/validation';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { freeTextCell, type PlantedCell, subjectCell } from '@fundlens/redaction/testing/planted-cells';
import { recoverableInJson } from '@fundlens/redaction/testing/planted-number-oracle';
import { type Random, seededRandom } from '@fundlens/redaction/testing/seeded-random';
import { propertyRuns } from '@fundlens/testing/property-config';
import { expect, it } from 'vitest';
import { plantedEvents } from './planted-events.ts';
import { putString, stringPlaces } from '@fundlens/contracts/string-places';

const SEED = 20260601;
/** Forms per field; all fields together meet all forms. */
const FORMS_PER_PLACE = propertyRuns(15);
/** Two busy cores may be slow. */
const PATIENCE_MS = 120_000;

/** A valid event of each type, in which other numbers may stand. */
const usual = new Map(
  plantedEvents()
    .filter(({ type, event, reading }) => reading === 'free' && !('issues' in checkEvent(type, event)))
    .map(({ type, event }) => [type, event]),
);

/** Where an event of a type names its subject; other types have none. */
const subjects: { readonly [T in EventType]?: (number: string) => object } = {
  ContactChanged: (number) => ({ ssn: number }),
  CreditReportStored: (number) => ({ report: Buffer.from(JSON.stringify({ data: { subjectSocialNum: number } })) }),
};

function jsonOf(event: object): string {
  return JSON.stringify(event, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString() : value,
  );
}

/** Nine digits, of which no two stand in any event by chance. */
function numberFor(random: Random): string {
  return `9${random.digits(8)}`;
}

it('no form of a number can be found again in any text field of any event type', { timeout: PATIENCE_MS }, () => {
  const random = seededRandom(SEED);
  const types = new Set<EventType>();
  const leaks: string[] = [];
  let planted = 0;
  const check = (type: EventType, path: string, cell: PlantedCell, named: object): void => {
    const event = { ...structuredClone(usual.get(type)), ...named };
    putString(type, event, { path, value: cell.json });
    const wanted = new Set([cell.number]);
    if (recoverableInJson(cell.json, wanted).size === 0) return;
    planted++;
    types.add(type);
    const { event: redacted } = redactEvent(event, definitionOf(type).redaction, { customFieldKeepList: new Set() });
    if (recoverableInJson(jsonOf(redacted), wanted).size > 0) leaks.push(`${type}.${path}: ${cell.form}: ${cell.json}`);
  };
  for (const { type, path, reading } of stringPlaces()) {
    if (reading !== 'free' && reading !== 'json') continue;
    for (let i = 0; i < FORMS_PER_PLACE; i++) {
      check(type, path, freeTextCell(numberFor(random), random), {});
      const name = subjects[type];
      const number = numberFor(random);
      if (name !== undefined) check(type, path, subjectCell(number, random), name(number));
    }
  }
  process.stdout.write(`redaction in events: planted ${planted}, leaked ${leaks.length}, seed ${SEED}\n`);
  expect(leaks).toEqual([]);
  expect([...types].sort()).toEqual([...eventTypes].sort());
});
