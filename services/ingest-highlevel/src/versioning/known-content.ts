import { presentFields } from './digest.ts';
import type { Content, Observation, Statement } from './crm-state.ts';
import type { KnownContent, KnownInstants } from './entity-state.ts';
import type { Digested } from './order.ts';

type Stated = Exclude<Content, { is: 'unsaid' }>;

/** What is published of an observation, and what is remembered of it. */
export type NextContent = { readonly content: Stated; readonly known: KnownContent };

/**
 * Completes an observation by the instants that its source lacks. A webhook of an opportunity does not say since when the stage
 * is what it is: while the stage stays, the instant stays; a new stage has the instant of the delivery until it is read back.
 */
export function nextContent({ observation, digest }: Digested, before: KnownContent | null): NextContent {
  const { content, seen } = observation;
  if (content.is === 'unsaid') throw new TypeError('What says nothing cannot be stated.');
  const known = { deleted: content.is === 'deleted', digest, seen, listing: null };
  if (content.is === 'deleted') {
    return { content, known: { ...known, updatedAt: null, present: [], instants: { exact: true } } };
  }
  const { statement, instants } = withInstants(content.statement, before?.instants ?? null, observation);
  return {
    content: { ...content, statement },
    known: { ...known, updatedAt: content.updatedAt, present: presentFields(statement), instants },
  };
}

const EXACT: KnownInstants = { exact: true };

type WithInstants = { readonly statement: Statement; readonly instants: KnownInstants };

function withInstants(statement: Statement, before: KnownInstants | null, observation: Observation): WithInstants {
  if (statement.type === 'DealChanged') return dealInstants(statement, before, observation);
  if (statement.type === 'ContactChanged') {
    const { fields } = statement;
    return { statement: { ...statement, fields: { ...fields, ...updatedAtOf(fields, observation) } }, instants: EXACT };
  }
  if (statement.type !== 'InstallationChanged') return { statement, instants: EXACT };
  const { state, installedAt } = statement.fields;
  // A repeated INSTALL is no new installation, and an uninstallation keeps the instant: ownership is decided by it.
  const isNew = state === 'installed' && before?.status !== 'installed';
  const since = isNew ? installedAt : (before?.installedAt ?? installedAt);
  return {
    statement: { ...statement, fields: { ...statement.fields, installedAt: since } },
    instants: { status: state, installedAt: since, exact: true },
  };
}

/** A delivery that does not say when the entity was changed was sent because it was: its own instant is the closest one. */
function updatedAtOf(fields: { readonly updatedAt: number | null }, { authority, occurredAt }: Observation) {
  return { updatedAt: fields.updatedAt ?? (authority === 'webhook' ? occurredAt : null) };
}

function dealInstants(
  statement: Extract<Statement, { type: 'DealChanged' }>,
  before: KnownInstants | null,
  observation: Observation,
): WithInstants {
  const { fields } = statement;
  const { authority, occurredAt } = observation;
  const isReading = authority === 'reading';
  const carried = (own: number | null, isSame: boolean, last: number | null | undefined) => {
    if (own !== null || isReading) return { at: own, exact: true };
    if (before === null) return { at: null, exact: false };
    return isSame ? { at: last ?? null, exact: before.exact } : { at: occurredAt, exact: false };
  };
  const stage = carried(fields.stageChangedAt, before?.stageId === fields.stageId, before?.stageChangedAt);
  const status = carried(fields.statusChangedAt, before?.status === fields.status, before?.statusChangedAt);
  return {
    statement: {
      ...statement,
      fields: {
        ...fields,
        ...updatedAtOf(fields, observation),
        ...{ stageChangedAt: stage.at, statusChangedAt: status.at },
      },
    },
    instants: {
      ...{ stageId: fields.stageId, stageChangedAt: stage.at, status: fields.status, statusChangedAt: status.at },
      exact: stage.exact && status.exact,
    },
  };
}

/** Whether both say the same, instants included. */
export function isSameContent(left: KnownContent, right: KnownContent): boolean {
  const { exact: _left, ...leftInstants } = left.instants;
  const { exact: _right, ...rightInstants } = right.instants;
  return left.digest === right.digest && JSON.stringify(leftInstants) === JSON.stringify(rightInstants);
}
