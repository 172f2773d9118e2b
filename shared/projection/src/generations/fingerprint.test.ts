import { eventDefinitions } from '@fundlens/contracts/event-types';
import { expect, it } from 'vitest';
import { fingerprintDifference, fingerprintOf } from './fingerprint.ts';

const keeping = (...ids: string[]) => fingerprintOf({ customFieldKeepList: new Set(ids) });

it('takes the keep-list as a set, tells lists apart, and does not show them', () => {
  expect(keeping('b', 'a', 'b')).toEqual(keeping('a', 'b'));
  const lists = [keeping(), keeping('a'), keeping('b'), keeping('a', 'b'), keeping('a,b')];
  expect(new Set(lists.map(({ customFieldKeepList }) => customFieldKeepList)).size).toBe(5);
  expect(JSON.stringify(keeping('ein-field'))).not.toContain('ein-field');
});

it('names every part in which two differ', () => {
  const own = keeping('a');
  expect(fingerprintDifference(own, keeping('a'))).toBeNull();
  expect(fingerprintDifference(own, { ...keeping(), redaction: own.redaction + 1 })).toBe(
    'the redaction rules (another build), the custom-field keep-list (CUSTOM_FIELD_KEEP_LIST)',
  );
  expect(fingerprintDifference(own, { ...own, slots: '' })).toContain('how events become slots');
});

it('a field that an event gets, at whatever depth, or that redaction reads otherwise, makes another one; a sentence does not', () => {
  const { ContactChanged: contact, FundingPlanChanged: plan } = eventDefinitions;
  const slots = (change: object) =>
    fingerprintOf({ customFieldKeepList: new Set() }, { ...eventDefinitions, ...change } as never).slots;
  const planted = { name: 'planted', type: ['null', 'string'], default: null };
  const withFields = ({ avro }: { avro: { fields: readonly object[] } }, fields: readonly object[]) => ({
    ...avro,
    fields,
  });
  const { redaction } = contact;
  const changed = [
    slots({}),
    slots({ ContactChanged: { redaction, avro: withFields(contact, [...contact.avro.fields, planted]) } }),
    slots({
      FundingPlanChanged: {
        redaction: plan.redaction,
        avro: JSON.parse(
          JSON.stringify(plan.avro).replace('"name":"lender"', '"name":"planted","type":"string"},{"name":"lender"'),
        ),
      },
    }),
    slots({
      ContactChanged: {
        avro: contact.avro,
        redaction: { ...redaction, droppedPaths: [...redaction.droppedPaths, 'email'] },
      },
    }),
    slots({ PlantedChanged: { avro: contact.avro, redaction } }),
  ];
  expect(new Set(changed).size).toBe(changed.length);
  const reworded = contact.avro.fields.map((field) => ({ ...field, doc: 'Otherwise.' }));
  expect(slots({ ContactChanged: { redaction, avro: withFields(contact, reworded) } })).toBe(slots({}));
});
