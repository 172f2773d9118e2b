import { z } from 'zod';
import { instant, MAX_ITEMS } from '../../body-values.ts';
import type { View } from '../../definition.ts';
import { isoInstant, jsonText } from '../../json-text.ts';
import { slotValue } from '../../slot.ts';
import { NEXT_STEPS, type NextStepsSlot } from '../slots.ts';

const step = z
  .strictObject({
    stepId: z.string(),
    title: z.string().nullable(),
    kind: z.string().nullable(),
    owner: z.string().nullable().describe('The person or role that has to do it.'),
    dueAt: instant().nullable(),
    completedAt: instant().nullable().describe('Null while the step is open.'),
    blocking: z.boolean().describe('Whether the application waits for it.'),
  })
  .meta({ id: 'NextStep', description: 'Something that has to happen next.' });

export const nextStepsBody = z.strictObject({
  contactId: z.string(),
  nextSteps: z.array(step).max(MAX_ITEMS).describe('Open and done, as the funding platform orders them.'),
});

type NextStepsBody = z.infer<typeof nextStepsBody>;

/** /contacts/{contactId}/next-steps: done ones too, in the order in which the funding platform lists them. */
export const nextStepsView: View<NextStepsBody> = {
  name: 'nextSteps',
  reads: [NEXT_STEPS],
  body: nextStepsBody,
  render({ id, slots }) {
    const steps = slotValue<NextStepsSlot>(slots, NEXT_STEPS);
    return steps === null || id.kind !== 'location-entity' ? null : jsonText(stepsOf(id.entityId, steps));
  },
};

export function stepsOf(contactId: string, { steps }: NextStepsSlot): NextStepsBody {
  return {
    contactId,
    nextSteps: steps.map(({ stepId, title, kind, owner, dueAt, completedAt, blocking }) => ({
      stepId,
      title,
      kind,
      owner,
      dueAt: isoInstant(dueAt),
      completedAt: isoInstant(completedAt),
      blocking,
    })),
  };
}
