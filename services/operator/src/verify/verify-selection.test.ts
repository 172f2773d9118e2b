import { documentKey } from '@fundlens/read-models/document';
import * as build from '@fundlens/testing/event-builders';
import { definitionOf, type EventType, eventTypes } from '@fundlens/contracts/event-types';
import type { Typed } from '@fundlens/testing/event-identity';
import { expect, it } from 'vitest';
import { changesOf } from '@fundlens/projection/fold/fold';
import { projections } from '@fundlens/projection/projections/registry';
import { redacted } from '@fundlens/projector/testing/projector-fixture';
import { selectDocuments, selectLocations } from './verify-selection.ts';

const meta = { locationId: 'loc-1' };
const ids = { contactId: 'c-1' };
/** Of every type that says something of a location. */
const EVENTS: readonly Typed[] = [
  build.locationChanged({ meta }),
  build.installationChanged({ meta }),
  build.customFieldChanged({ meta }),
  build.contactChanged({ meta, ...ids }),
  build.applicantChanged({ meta, ...ids }),
  build.creditReportStored({ meta, ...ids, requestId: 'r-1' }),
  build.underwritingCompleted({ meta, ...ids, resultId: 'u-1' }),
  build.fundingPlanChanged({ meta, ...ids, planId: 'p-1' }),
  build.nextStepsChanged({ meta, ...ids }),
  build.pipelineChanged({ meta, pipelineId: 'pipe-1' }),
  build.dealChanged({ meta, ...ids, dealId: 'd-1' }),
  build.dealChanged({ meta, contactId: 'c-2', dealId: 'd-1' }),
];

const keyOf = ({ type, event }: Typed) => Buffer.from(definitionOf(type as EventType).keyOf(event as never));

it('is held to every type that says something of a location', () => {
  const ofNoLocation = ['CompanyChanged', 'CredentialChanged'];
  expect(new Set([...EVENTS.map(({ type }) => type), ...ofNoLocation])).toEqual(new Set(eventTypes));
});

it('wants every record that says something of a document that it wants, whichever document was drawn', () => {
  const said = EVENTS.flatMap((event) =>
    changesOf(projections, redacted(event), 0).map(({ readModel, id, key }) => ({
      event,
      name: readModel.name,
      id,
      key,
    })),
  );
  for (const drawn of said) {
    const selection = selectDocuments(new Map([[drawn.name, [drawn.key]]]));
    expect(selection.wantsDocument(drawn.id), documentKey(drawn.id)).toBe(true);
    for (const { id, event } of said) {
      if (!selection.wantsDocument(id)) continue;
      expect(selection.wantsRecord(keyOf(event)), `${drawn.key} wants ${documentKey(id)}`).toBe(true);
    }
  }
});

it('wants no record of others', () => {
  const selection = selectDocuments(new Map([['contacts', ['loc-1:c-1']]]));
  const others = [
    build.contactChanged({ meta: { locationId: 'loc-2' }, ...ids }),
    build.contactChanged({ meta, contactId: 'c-2' }),
    build.pipelineChanged({ meta, pipelineId: 'pipe-1' }),
  ];
  expect(others.map((event) => selection.wantsRecord(keyOf(event)))).toEqual([false, false, false]);
  expect([null, Buffer.from([0xff]), Buffer.from('')].map(selection.wantsRecord)).toEqual([false, false, false]);
  expect(selection.wantsDocument({ kind: 'location-entity', locationId: 'loc-1', entityId: 'c-2' })).toBe(false);
});

it('wants everything of a location', () => {
  const { wantsRecord, dashboards } = selectLocations(['loc-1']);
  expect(EVENTS.map((event) => wantsRecord(keyOf(event)))).toEqual(EVENTS.map(() => true));
  expect(wantsRecord(keyOf(build.contactChanged({ meta: { locationId: 'loc-2' } })))).toBe(false);
  expect(dashboards).toBe(true);
});
