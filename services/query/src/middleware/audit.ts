import type { AuditLog } from '../audit/audit-log.ts';
import type { AuditRecord } from '@fundlens/read-models/audit';
import { auditArguments, shownId, strictly } from '../audit/audit-arguments.ts';
import type { Clock } from '../clock.ts';
import type { Issues, RawParameters } from '../routes/raw-parameters.ts';
import { RATE_LIMITED } from './failure.ts';
import type { RequestState } from './request-state.ts';
import { type Step, withFacts } from './step.ts';
import { readParameters } from './validate.ts';

export type AuditOptions = {
  readonly log: Pick<AuditLog, 'storeSoon' | 'count'>;
  readonly clock: Clock;
  /** The text redactor, for ids that no event is known to have had. */
  readonly clean: (text: string) => string;
};

export type Audited = {
  /** Name of the operation, e.g. `contacts.find`. */
  readonly operation: string;
  /** Parameters that may be shown: ids, paging values and names of views. */
  readonly structural?: readonly string[];
};

/** Higher statuses are refusals and failures. */
const SUCCESS_BELOW = 400;

/**
 * Records what every request of a known credential got. What may come by the thousand and reads nothing is counted: 429, and
 * what a credential without `read` asks for. Entries are only added: where a stored record claims an answer that the client
 * did not get, a second one says what it got.
 */
export function audit(options: AuditOptions, { operation, structural = [] }: Audited): Step {
  const shown: ReadonlySet<string> = new Set(['locationId', ...structural]);
  const { log, clock } = options;
  const cleanUnproven = strictly(options.clean);

  function recordOf(state: RequestState, status: number, code: string | null): AuditRecord {
    const { credential, askedLocationId } = state;
    const given = state.given ?? readableParameters(state);
    const named = state.given === null && state.matched.location !== 'reach' ? given.get('locationId') : undefined;
    const location = askedLocationId ?? named ?? null;
    // The credential's own location, a checked location and the id of a found entity come from events. Any other value under
    // the name of an id may be anything, above all in a refused request.
    const ownOrChecked = [credential.pinnedLocationId, state.checkedLocationId];
    const clean = status < SUCCESS_BELOW ? options.clean : cleanUnproven;
    const show = (text: string, name: string) =>
      (name === 'locationId' ? ownOrChecked.includes(text) : state.foundById) ? text : clean(text);
    return {
      _id: state.requestId,
      kind: 'request',
      at: new Date(clock.now()),
      credentialId: credential.credentialId,
      hint: credential.hint,
      companyId: credential.companyId,
      reach: credential.reach,
      operation,
      locationId: location === null ? null : shownId(location, (text) => show(text, 'locationId')),
      arguments: auditArguments(given, shown, show),
      status,
      code,
      durationMs: Math.round(clock.monotonic() - state.startedAt),
    };
  }

  return withFacts(
    ({ state }, next) => {
      state.record = (status, code) => recordOf(state, status, code);
      state.onAnswered = (status, code) => {
        const record = state.record(status, code);
        const { credentialId, permissions } = state.credential;
        if (status === RATE_LIMITED || !permissions.includes('read')) log.count(status, credentialId);
        else if (!state.isAudited) log.storeSoon(record);
        else if (status >= SUCCESS_BELOW) log.storeSoon({ ...record, _id: `${record._id}:${status}` });
      };
      return next();
    },
    { operation, structural },
  );
}

/** The ids of a request that was refused before validation; none where they cannot be read. */
function readableParameters(state: RequestState): RawParameters {
  try {
    const issues: Issues = [];
    const parameters = readParameters(state, issues);
    return issues.length === 0 ? parameters : new Map();
  } catch {
    // The request is refused for another reason, which is the one to report.
    return new Map();
  }
}
