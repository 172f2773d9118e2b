import { definitionOf, eventTypes } from '@fundlens/contracts/event-types';
import { changesOf } from '@fundlens/projection/fold/fold';
import { projections } from '@fundlens/projection/projections/projections';
import { documentKey } from '@fundlens/read-models/document';
import { buildEvent } from '@fundlens/testing/event-builders';
import { expect, it } from 'vitest';
import { readQuestion } from './question.ts';

it.each(eventTypes)('the key of a %s leads to the slots that the projections change by it', (type) => {
  const { event } = buildEvent(type, {});
  const slotsOf = (projected: object) =>
    changesOf(projections, { type, event: projected } as never, 0).map(
      ({ readModel, documentId, slot }) => `${readModel.name}/${documentKey(documentId)} ${slot}`,
    );
  const asked = readQuestion(definitionOf(type).keyOf(event as never), []);
  expect(asked.place).toBeNull();
  if (asked.place === null) expect(slotsOf(asked.deletion.event)).toEqual(slotsOf(event));
});
