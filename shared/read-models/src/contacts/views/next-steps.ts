import { z } from 'zod';
import { MAX_ITEMS } from '../../body-values.ts';
import type { View } from '../../definition.ts';
import { type JsonText, jsonTextAround } from '../../json-text.ts';
import { itemsOf, shown } from '../../shown.ts';
import { slotValue } from '../../slot.ts';
import { NEXT_STEPS, type NextStepsSlot, nextStepsState } from '../slots.ts';

const step = shown(itemsOf(nextStepsState, 'steps'), null, {
  flags: ['blocking'],
  meaning: {
    owner: 'The person or role that has to do it.',
    completedAt: 'Null while the step is open.',
    blocking: 'Whether the application waits for it.',
  },
});

export const nextStepsBody = z.strictObject({
  contactId: z.string(),
  nextSteps: z
    .array(step.body.meta({ id: 'NextStep', description: 'Something that has to happen next.' }))
    .max(MAX_ITEMS)
    .describe('Open and done, as the funding platform orders them.'),
});

type NextStepsBody = z.infer<typeof nextStepsBody>;

/** /contacts/{contactId}/next-steps: done ones too, in the order in which the funding platform lists them. */
export const nextStepsView: View<NextStepsBody> = {
  name: 'nextSteps',
  reads: [NEXT_STEPS],
  body: nextStepsBody,
  render({ id, slots }) {
    const steps = slotValue<NextStepsSlot>(slots, NEXT_STEPS);
    return steps === null || id.kind !== 'location-entity' ? null : stepsText(id.entityId, steps);
  },
};

export function stepsText(contactId: string, { steps }: NextStepsSlot): JsonText<NextStepsBody> {
  const json = `[${steps.map((each) => step.text(each, '')).join()}]`;
  return jsonTextAround<NextStepsBody, 'nextSteps'>({ before: { contactId }, name: 'nextSteps', json });
}
