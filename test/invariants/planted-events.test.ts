import { eventTypes } from '@fundlens/contracts/event-types';
import { checkEvent } from '@fundlens/contracts/testing/checked-event';
import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import { creditReportShapes } from '@fundlens/redaction/testing/credit-report-fixtures';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import { BSON } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { searchable } from './leak-search.ts';
import { companionsOf, plantedEvents, plantedNumbers } from './planted-events.ts';
import { createSsnSearch } from './ssn-search.ts';
import { stringPlaces } from '@fundlens/contracts/testing/string-places';

const planted = plantedEvents();

describe('the planted events', () => {
  it('have a number in every string field that may hold text, and a number is in one event only', () => {
    const places = stringPlaces().map(({ type, path }) => `${type}.${path} `);
    const without = places.filter((start) => !planted.some(({ place }) => place.startsWith(start)));

    expect(without).toEqual(['CompanyChanged.meta.locationId ']);
    expect(plantedNumbers(planted).size).toBe(planted.flatMap(({ numbers }) => numbers).length);
  });

  it('break no rule of the contract but where a field has a fixed form', () => {
    const unexpected = planted.filter(
      ({ type, event, reading }) => 'issues' in checkEvent(type, event) !== (reading === 'opaque'),
    );

    expect(unexpected.map(({ place }) => place)).toEqual([]);
  });

  it('hold what they say they do, in a writing that the search finds', () => {
    const search = createSsnSearch(plantedNumbers(planted));
    const silent = planted.filter(({ event, numbers, place }) => {
      const text = `${JSON.stringify(event)} ${'report' in event && event.report ? Buffer.from(event.report) : ''}`;
      return numbers.length === 0 || !search.inText(text).some((finding) => finding.planted === place);
    });

    expect(silent.map(({ place }) => place)).toEqual([]);
  });

  it('are found in the documents of a system that does not redact: every shape of report, and text of every type', async () => {
    const accepted = planted.filter(({ type, event }) => !('issues' in checkEvent(type, event)));
    const applied = accepted.flatMap((event) => [...companionsOf(event), event as unknown as Typed]);
    const search = createSsnSearch(plantedNumbers(planted));
    const found = new Set<string>();
    for (const { slots, fields, views } of referenceFold(applied.map((event) => assumeRedacted(event))).values()) {
      const { stored, text } = await searchable(Buffer.from(BSON.serialize({ slots, fields, views })));
      for (const finding of [...search.inBytes(stored), ...search.inText(text)]) found.add(finding.planted);
    }
    expect([...found].filter((place) => place.startsWith('report: ')).length).toBe(creditReportShapes.length);
    const types = planted.filter(({ place }) => found.has(place)).map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(eventTypes));
  });
});
