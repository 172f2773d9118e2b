import { DAY, HOUR } from '../dates.ts';
import { crmId } from '../ids.ts';
import type { Random } from '../random.ts';
import { operators } from './names.ts';
import type { DemoPerson } from './person.ts';
import { type DemoReport, formatOf, reportVariants } from './report.ts';
import { type DemoStage, demoStages, reached } from './stages.ts';

/** A person's funding application and all that came of it. Money in cents, instants in epoch milliseconds. */
export type DemoApplication = {
  readonly stage: DemoStage;
  /** Null where the upstream lost it: such an entry comes last in every list. */
  readonly submittedAt: number | null;
  readonly stageChangedAt: number;
  readonly decidedAt: number | null;
  readonly requestedAmountCents: number;
  readonly processor: string | null;
  readonly reports: readonly DemoReport[];
  readonly underwrittenAt: number | null;
  readonly resultId: string;
  readonly planId: string;
};

/** Counts applications over the whole demo, so that every stage and every form of report occurs at every size. */
export type ApplicationCounter = { applications: number; reports: number };

export function createApplication(
  random: Random,
  options: { person: DemoPerson; baseInstant: number; counter: ApplicationCounter },
): DemoApplication {
  const { person, baseInstant, counter } = options;
  const index = counter.applications;
  counter.applications += 1;
  const stage = demoStages[index % demoStages.length] ?? demoStages[0];
  if (stage === undefined) throw new TypeError('there are no stages');

  const latest = baseInstant - HOUR;
  const submittedAt = Math.min(person.createdAt + Math.round(random.next() * 2 * DAY), latest - 12 * HOUR);
  const at = (mark: number) => submittedAt + Math.round((latest - submittedAt) * (mark / (stage.reached + 2)));
  return {
    stage,
    submittedAt: stage.stage === 'received' && index % 36 === 0 ? null : submittedAt,
    stageChangedAt: at(stage.reached + 1),
    decidedAt: stage.outcome === 'open' || stage.outcome === 'parked' ? null : at(stage.reached + 1),
    requestedAmountCents: random.int(10, 500) * 1_000 * 100,
    processor: stage.reached > reached.received ? random.pick(operators) : null,
    reports: stage.reached < reached.reported ? [] : pulls(random, { firstAt: at(1), latest, counter }),
    underwrittenAt: stage.reached < reached.underwritten ? null : at(2),
    resultId: crmId(random),
    planId: crmId(random),
  };
}

/** One report; for every fifth person a second and a third, some weeks apart. */
function pulls(
  random: Random,
  { firstAt, latest, counter }: { firstAt: number; latest: number; counter: ApplicationCounter },
): DemoReport[] {
  const count = counter.reports % 5 === 4 ? random.int(2, 3) : 1;
  return Array.from({ length: count }, (_, pull) => {
    const variant = reportVariants[counter.reports % reportVariants.length] ?? reportVariants[0];
    counter.reports += 1;
    return {
      requestId: crmId(random),
      pulledAt: Math.min(firstAt + pull * random.int(2, 25) * DAY, latest),
      format: formatOf(variant),
      variant,
      baseScore: random.int(520, 820),
      // Without it the projector has to read the scores out of the report.
      hasSummary: counter.reports % 5 < 3,
    };
  });
}
