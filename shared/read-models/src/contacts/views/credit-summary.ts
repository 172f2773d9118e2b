import { z } from 'zod';
import { instant, isoInstant } from '../../bodies.ts';
import type { Child } from '../../slot.ts';
import { stateView } from '../../views.ts';
import { reportFigures, summaryFigures, summaryMembers } from '../report-figures.ts';
import { scoreModelName } from '../score-model.ts';
import { MAX_CHILDREN, newestReports, REPORT, type ReportScore, type ReportSlot } from '../slots.ts';

const scoreMembers = {
  bureau: z.string().nullable().describe('`equifax`, `experian`, `transunion`, or another name as the report has it.'),
  model: z
    .string()
    .nullable()
    .describe('The scoring model, e.g. `FICO Score 8`, `VantageScore 4.0`; one that is not known as it is stated.'),
  statedModel: z
    .string()
    .nullable()
    .describe('The scoring model as the report or its summary writes it, e.g. `00Q88`.'),
  score: z.int().nullable().describe('Null where the bureau gave none; `reason` and `code` say why.'),
  reason: z
    .enum(['excluded', 'not_scored', 'unreadable'])
    .nullable()
    .describe(
      '`excluded`: the model does not score this file, `code` says why. `not_scored`: zero, a negative number or words stand in the place of a score. `unreadable`: something else does. Null beside a score.',
    ),
  code: z
    .string()
    .nullable()
    .describe('What the report has instead of a score, e.g. `9002`; its meaning is the bureau’s. Null beside a score.'),
} as const;

const pull = {
  requestId: z.string().describe('Id of the stored report; not that of this request.'),
  pulledAt: instant().nullable(),
} as const;

export const report = z.strictObject({
  ...pull,
  bureaus: z.array(z.string()),
  scores: z.array(z.strictObject(scoreMembers)).describe('In the order of the report.'),
  ...summaryMembers,
  figures: reportFigures,
});

const creditSummaryBody = z
  .strictObject({
    contactId: z.string(),
    requestId: z.string().nullable().describe('The latest stored report; null without any.'),
    pulledAt: instant().nullable().describe('When the latest report was pulled.'),
    scores: z
      .array(z.strictObject({ ...scoreMembers, ...pull }))
      .describe('Of each bureau the scores of the newest report that states any, with the pull they come from.'),
    reports: z.array(report).max(MAX_CHILDREN).describe('Newest pull first.'),
  })
  .meta({ id: 'CreditSummary', description: 'What the stored reports of a contact come to.' });

type CreditSummaryBody = z.infer<typeof creditSummaryBody>;

/** /contacts/{contactId}/credit-summary: the figures of the stored reports, and the latest scores of each bureau. */
export const creditSummaryView = stateView({
  name: 'creditSummary',
  reads: [REPORT],
  state: newestReports,
  body: creditSummaryBody,
  text: (reports, contactId) => JSON.stringify(summaryOf(contactId, reports)),
});

/** Without reports: what the API shows of a contact that has none. */
export function summaryOf(contactId: string, reports: readonly Child<ReportSlot>[]): CreditSummaryBody {
  const [latest] = reports;
  return {
    contactId,
    requestId: latest?.id ?? null,
    pulledAt: isoInstant(latest?.value.pulledAt ?? null),
    scores: latestScores(reports),
    reports: reports.map(reportEntry),
  };
}

/**
 * Of each bureau the scores of the newest report that states any, scored or not, because a pull of one bureau does not
 * outdate the others; with the report each comes from. Newest report first, in its order.
 */
function latestScores(reports: readonly Child<ReportSlot>[]): CreditSummaryBody['scores'] {
  const seen = new Set<string | null>();
  return reports.flatMap(({ id, value }) => {
    const scores = value.scores.filter(({ bureau }) => !seen.has(bureau));
    for (const { bureau } of scores) seen.add(bureau);
    return scores.map((score) => ({ ...scoreEntry(score), requestId: id, pulledAt: isoInstant(value.pulledAt) }));
  });
}

export function reportEntry({ id, value }: Child<ReportSlot>): z.infer<typeof report> {
  return {
    requestId: id,
    pulledAt: isoInstant(value.pulledAt),
    bureaus: [...value.bureaus],
    scores: value.scores.map(scoreEntry),
    ...summaryFigures((name) => value[name]),
    figures: value.figures,
  };
}

function scoreEntry(stated: ReportScore) {
  const { bureau, model: statedModel, score, reason, code } = stated;
  return { bureau, model: scoreModelName(stated), statedModel, score, reason, code };
}
