import { applicationIn, type Counter, createApplication, type DemoApplication } from './applications.ts';
import { DAY, HOUR } from './instants.ts';
import { createPerson, customFieldsOf, type DemoPerson, operators } from './people.ts';
import { type DemoPlace, demoPlaces, SHOWCASE_LOCATION } from './places.ts';
import { createRandom, type Random } from './random.ts';
import { stageNamed } from './stages.ts';

/** How many contacts a demo has: `full` is what `npm start` shows, `small` has one of everything and is for tests. */
export const demoScales = { full: 2_400, small: 120 } as const;

export type DemoOptions = {
  readonly seed: string;
  /** The demo's "now" in epoch milliseconds; every instant of the events lies before it. */
  readonly baseInstant: number;
  readonly scale: keyof typeof demoScales;
  /** Of how many times as many contacts it tells; 1 where it is not given. */
  readonly times?: number;
};

/** Everything that exists in the demo at its base instant: plain data, from which the events are written. */
export type DemoWorld = ReturnType<typeof demoWorld>;
export type DemoLocation = DemoWorld['locations'][number];
export type DemoContact = { readonly person: DemoPerson; readonly application: DemoApplication | null };

/** Every location has enough contacts to page through, however small the demo. */
const FEWEST_CONTACTS = 5;
const pipelinesOfALocation = [
  { name: 'Funding sales', stages: ['New lead', 'Contacted', 'Consultation booked', 'Proposal sent', 'Signed'] },
  { name: 'Renewals', stages: ['Due', 'In talks', 'Renewed'] },
];

export function demoWorld({ seed, baseInstant, scale, times = 1 }: DemoOptions) {
  const counter: Counter = { applications: 0, reports: 0, stages: new Map() };
  const locations = demoPlaces.map((place) => {
    const random = createRandom(`${seed}/${place.locationId}`);
    const count = Math.max(FEWEST_CONTACTS, Math.round((demoScales[scale] * times * place.share) / 100));
    return {
      place,
      baseInstant,
      pipelines: pipelinesOfALocation.map(({ name, stages }) => ({
        pipelineId: random.crmId(),
        name,
        stages: stages.map((stage, position) => ({ stageId: random.uuid(), name: stage, position })),
      })),
      contacts: Array.from({ length: count }, (_, index) => {
        const own = createRandom(`${seed}/${place.locationId}/${index}`);
        return createContact(own, { place, index, baseInstant, counter });
      }),
    };
  });
  return { seed, baseInstant, locations };
}

function createContact(
  random: Random,
  options: { place: DemoPlace; index: number; baseInstant: number; counter: Counter },
): DemoContact {
  const { place, index } = options;
  const person = createPerson(random, options);
  if (index === 0 && place.locationId === SHOWCASE_LOCATION) return showcase(random, person, options.baseInstant);
  // Two of five contacts apply.
  return { person, application: index % 5 < 2 ? createApplication(random, { ...options, person }) : null };
}

/** The contact that the printed commands show: a roaster who wants cards for a second shop. Live changes leave it alone. */
function showcase(random: Random, drawn: DemoPerson, baseInstant: number): DemoContact {
  const business = { trade: 'Coffee Roasters', monthlyRevenueCents: 4_682_050, years: 7 };
  const createdAt = baseInstant - 12 * DAY;
  const person: DemoPerson = {
    ...drawn,
    firstName: 'Marisol',
    lastName: 'Whitcombe',
    companyName: 'Whitcombe Coffee Roasters',
    email: 'marisol.whitcombe@example.com',
    business,
    habit: 'growing',
    writtenSsn: null,
    // Those that every contact has: no number that the redactor would stop at.
    customFields: customFieldsOf(random, { business, written: null }).slice(0, 3),
    tags: ['card-stacking', 'referral'],
    source: 'Referral',
    assignedTo: operators[0],
    createdAt,
    updatedAt: createdAt + 2 * DAY,
    deletedAt: null,
  };
  const submittedAt = createdAt + 6 * HOUR;
  const facts = { shape: 'mismo2-list-and-stack', pulledAt: submittedAt + 4 * HOUR, fileAt: submittedAt } as const;
  const reports = [{ ...facts, requestId: random.crmId(), hasSummary: true }];
  const latest = baseInstant - HOUR;
  return {
    person,
    application: applicationIn(stageNamed('approved'), { person, submittedAt, reports, latest, share: 0.9 }),
  };
}

export function showcaseOf(world: DemoWorld) {
  const location = world.locations.find(({ place }) => place.locationId === SHOWCASE_LOCATION);
  const [contact] = location?.contacts ?? [];
  const report = contact?.application?.reports.at(-1);
  if (contact === undefined || report === undefined) throw new TypeError('the demo has no contact to show');
  return { person: contact.person, report };
}
