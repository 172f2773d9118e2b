import { nextSteps as readModel } from '@fundlens/read-models/definitions';
import { contactDocument, contactLives, fitting, ofContact } from './contact-children.ts';
import { isoInstant, type JsonObject } from '@fundlens/read-models/json-body';
import { type ProjectedEvent, type Projection, slotChange, slotValue } from './projection.ts';

type StepsSlot = {
  readonly steps: readonly {
    readonly stepId: string;
    readonly title: string | null;
    readonly kind: string | null;
    readonly owner: string | null;
    readonly dueAt: number | null;
    readonly completedAt: number | null;
    readonly blocking: boolean;
  }[];
};

const STEPS = 'next-steps';

/** One document per contact: its next steps, done ones too, in the order in which the funding platform lists them. */
export const nextSteps: Projection = {
  readModel,
  on: {
    ContactChanged: (event) => [contactLives(event)],
    NextStepsChanged: (event) => [slotChange(event, { documentId: ofContact(event), slot: STEPS }, stepsSlot)],
  },
  render({ id, slots }) {
    const steps = slotValue<StepsSlot>(slots, STEPS);
    return contactDocument({ id, slots }, { childLives: steps !== null, show: () => stepsShown(steps) });
  },
};

function stepsSlot(event: ProjectedEvent<'NextStepsChanged'>): StepsSlot {
  const value: StepsSlot = {
    steps: event.steps.map(({ stepId, title, kind, owner, dueAt, completedAt, blocking }) => ({
      stepId,
      title,
      kind,
      owner,
      dueAt,
      completedAt,
      // A step of which nobody says that it blocks does not.
      blocking: blocking ?? false,
    })),
  };
  return fitting(value, stepsShown(value), 'a list of next steps');
}

function stepsShown(slot: StepsSlot | null): JsonObject {
  const steps = slot?.steps ?? [];
  return {
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
