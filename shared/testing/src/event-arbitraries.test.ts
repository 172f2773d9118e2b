import { definitionOf, eventTypes } from '@fundlens/contracts/event-types';
import { checkEvent } from '@fundlens/contracts/testing/checked-event';
import { redactEvent } from '@fundlens/redaction/redact-event';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryEvent } from './event-arbitraries.ts';
import { buildEvent } from './event-builders.ts';
import { propertySeed } from './property-config.ts';

const run = propertySeed();

test.each(eventTypes)('redaction leaves a generated %s as it is, so that tests may take it for redacted', (type) => {
  const { redaction } = definitionOf(type);
  fc.assert(
    fc.property(arbitraryEvent(type), ({ event }) => {
      const { event: redacted, redactions } = redactEvent(event, redaction, { customFieldKeepList: new Set() });
      const kept = Object.entries(event).filter(([name]) => !redaction.droppedPaths.includes(name));
      expect(redactions).toBe(0);
      expect(redacted).toMatchObject(Object.fromEntries(kept));
    }),
    { ...run, numRuns: 30 },
  );
});

test.each(eventTypes)('the built %s is complete, valid and the same in every run', (type) => {
  const built = buildEvent(type);
  expect(built.type).toBe(type);
  expect(checkEvent(type, built.event)).toEqual({ event: built.event });
  expect(buildEvent(type)).toEqual(built);
});
