import { underwritingResults as readModel } from '@fundlens/read-models/definitions';
import { type Child, contactDocument, contactLives, fitting, newest, ofContact } from './contact-children.ts';
import { isoInstant, type JsonObject } from '@fundlens/read-models/json-body';
import { type ProjectedEvent, type Projection, slotChange } from './projection.ts';

type ResultSlot = {
  readonly requestId: string | null;
  readonly evaluatedAt: number | null;
  readonly decision: string | null;
  readonly primaryPaths: readonly string[];
  readonly overlays: readonly string[];
  readonly cardStatus: string | null;
  readonly termLoanStatus: string | null;
  readonly declineStatus: string | null;
  readonly declineReason: string | null;
  readonly parkedReason: string | null;
  readonly score: number | null;
  readonly tier: string | null;
  readonly fundingRangeMinCents: number | null;
  readonly fundingRangeMaxCents: number | null;
  readonly strengths: readonly string[];
  readonly risks: readonly string[];
  readonly actions: readonly string[];
};

const RESULT = 'result';

/** One document per contact: its underwriting results in full, newest first. A report may have several. */
export const underwritingResults: Projection = {
  readModel,
  on: {
    ContactChanged: (event) => [contactLives(event)],
    UnderwritingCompleted: (event) => [
      slotChange(event, { documentId: ofContact(event), slot: `${RESULT}:${event.resultId}` }, resultSlot),
    ],
  },
  render({ id, slots }) {
    const results = newest<ResultSlot>(slots, RESULT, ({ evaluatedAt }) => evaluatedAt);
    return contactDocument(
      { id, slots },
      { childLives: results.length > 0, show: () => ({ results: results.map(resultEntry) }) },
    );
  },
};

function resultSlot(event: ProjectedEvent<'UnderwritingCompleted'>): ResultSlot {
  const { requestId, evaluatedAt, decision, primaryPaths, overlays, cardStatus, termLoanStatus } = event;
  const { declineStatus, declineReason, parkedReason, score, tier, fundingRangeMinCents, fundingRangeMaxCents } = event;
  const { strengths, risks, actions } = event;
  const value: ResultSlot = {
    requestId,
    evaluatedAt,
    decision,
    primaryPaths,
    overlays,
    cardStatus,
    termLoanStatus,
    declineStatus,
    declineReason,
    parkedReason,
    score,
    tier,
    fundingRangeMinCents,
    fundingRangeMaxCents,
    strengths,
    risks,
    actions,
  };
  return fitting(value, resultEntry({ id: event.resultId, value }), 'an underwriting result');
}

function resultEntry({ id, value }: Child<ResultSlot>): JsonObject {
  return {
    resultId: id,
    requestId: value.requestId,
    evaluatedAt: isoInstant(value.evaluatedAt),
    decision: value.decision,
    primaryPaths: value.primaryPaths,
    overlays: value.overlays,
    cardStatus: value.cardStatus,
    termLoanStatus: value.termLoanStatus,
    declineStatus: value.declineStatus,
    declineReason: value.declineReason,
    parkedReason: value.parkedReason,
    score: value.score,
    tier: value.tier,
    fundingRangeMinCents: value.fundingRangeMinCents,
    fundingRangeMaxCents: value.fundingRangeMaxCents,
    strengths: value.strengths,
    risks: value.risks,
    actions: value.actions,
  };
}
