import { MAX_ITEMS } from '@fundlens/contracts/definition/limits';
import { z } from 'zod';
import { type JsonText, jsonText, objectText, spelledJson } from '../../json-text.ts';
import { itemsOf, shown } from '../../shown.ts';
import { slotView } from '../../views.ts';
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
export const nextStepsView = slotView<NextStepsSlot, NextStepsBody>({
  name: 'nextSteps',
  slot: NEXT_STEPS,
  body: nextStepsBody,
  text: stepsText,
});

function stepsText({ steps }: NextStepsSlot, contactId: string): JsonText<NextStepsBody> {
  const list = spelledJson<NextStepsBody['nextSteps']>(`[${steps.map((each) => step.text(each, '')).join()}]`);
  return objectText<NextStepsBody>({ contactId: jsonText(contactId), nextSteps: list });
}
