import { crmId, uuid } from '../ids.ts';
import { createRandom, type Random } from '../random.ts';
import { type DemoLocationProfile, demoLocations, SHOWCASE_LOCATION } from './agencies.ts';
import { createApplication, newCounter } from './application.ts';
import type { DemoContact } from './contact.ts';
import { createPerson, unusedSsn } from './person.ts';
import { showcaseContact } from './showcase-file.ts';

/** Everything that exists in the demo at its base instant: plain data, from which the events are written. */
export type DemoWorld = {
  /** Epoch milliseconds. */
  readonly baseInstant: number;
  readonly locations: readonly DemoLocation[];
};

export type DemoLocation = {
  readonly profile: DemoLocationProfile;
  readonly pipelines: readonly DemoPipeline[];
  readonly contacts: readonly DemoContact[];
};

export type DemoPipeline = {
  readonly pipelineId: string;
  readonly name: string;
  readonly stages: readonly { readonly stageId: string; readonly name: string }[];
};

export type WorldOptions = {
  readonly seed: string;
  /** The "now" of the demo: every seeded instant lies before it. Epoch milliseconds. */
  readonly baseInstant: number;
  /** How many contacts there are over all locations, roughly. */
  readonly contacts: number;
};

/** Every location has enough contacts to page through, however small the demo. */
const FEWEST_CONTACTS = 5;

const pipelinesOfALocation = [
  { name: 'Funding sales', stages: ['New lead', 'Contacted', 'Consultation booked', 'Proposal sent', 'Signed'] },
  { name: 'Renewals', stages: ['Due', 'In talks', 'Renewed'] },
];

export function createWorld({ seed, baseInstant, contacts }: WorldOptions): DemoWorld {
  const random = createRandom(seed);
  const usedSsns = new Set<string>();
  const counter = newCounter();

  const createContact = (profile: DemoLocationProfile, index: number): DemoContact => {
    const own = random.fork(`${profile.locationId}/${index}`);
    const ssn = unusedSsn(own, usedSsns);
    if (index === 0 && profile.locationId === SHOWCASE_LOCATION) {
      return showcaseContact(own, { location: profile, baseInstant, ssn });
    }
    const person = createPerson(own, { location: profile, index, baseInstant, ssn });
    // Two of five contacts apply.
    const applies = index % 5 < 2;
    return { person, application: applies ? createApplication(own, { person, baseInstant, counter }) : null };
  };

  return {
    baseInstant,
    locations: demoLocations.map((profile) => ({
      profile,
      pipelines: createPipelines(random.fork(`${profile.locationId}/pipelines`)),
      contacts: Array.from(
        { length: Math.max(FEWEST_CONTACTS, Math.round((contacts * profile.share) / 100)) },
        (_, index) => createContact(profile, index),
      ),
    })),
  };
}

function createPipelines(random: Random): DemoPipeline[] {
  return pipelinesOfALocation.map(({ name, stages }) => ({
    pipelineId: crmId(random),
    name,
    stages: stages.map((stage) => ({ stageId: uuid(random), name: stage })),
  }));
}
