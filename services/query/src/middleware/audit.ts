import type { AuditRecord } from '@fundlens/read-models/audit';
import { auditArguments, createMasking } from '../audit/masking.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Credential } from '../credentials/access-state.ts';
import type { ProcessContext } from '../process-context.ts';
import type { RawParameters } from '../routes/raw-parameters.ts';
import { RATE_LIMITED } from './failure.ts';
import type { RequestState } from './request-state.ts';

export type AuditOptions = Pick<ProcessContext, 'clock' | 'clean'> & {
  readonly auditLog: Pick<AuditLog, 'storeNow' | 'storeSoon' | 'count'>;
};

/** What the audit is told of a request. */
export type Audited = {
  /** Name of the operation, e.g. `contacts.find`. */
  readonly operation: string;
  /** Parameters that may be shown, beside `locationId`. */
  readonly audited: readonly string[];
  /** The location that is asked for, checked or not. */
  readonly locationId: string | null;
  readonly credential: Credential;
  readonly given: RawParameters;
};

/** Stores that the client gets what it asked for. @throws the reason when the request has ended early; RetryableError */
export type StoreBeforeSending = (status: number) => Promise<void>;

/** Higher statuses are refusals and failures. */
const SUCCESS_BELOW = 400;

/**
 * Records what every request of a known credential got. What may come by the thousand and reads nothing is counted: 429, and
 * what a credential without `read` asks for. Entries are only added: where a stored record claims an answer that the client
 * did not get, a second one says what it got.
 */
export function createRequestAudit({ auditLog, clock, clean }: AuditOptions) {
  const masking = createMasking(clean);

  return (state: RequestState, { operation, audited, locationId, credential, given }: Audited): StoreBeforeSending => {
    let isStored = false;
    function recordOf(status: number, code: string | null): AuditRecord {
      return {
        _id: state.requestId,
        kind: 'request',
        at: new Date(clock.now()),
        credentialId: credential.credentialId,
        hint: credential.hint,
        companyId: credential.companyId,
        reach: credential.reach,
        operation,
        locationId: locationId === null ? null : masking(locationId),
        arguments: auditArguments(given, audited, masking),
        status,
        code,
        durationMs: Math.round(clock.monotonic() - state.startedAt),
      };
    }

    state.onAnswered = (status, code) => {
      const { credentialId, permissions } = credential;
      if (status === RATE_LIMITED || !permissions.includes('read')) auditLog.count(status, credentialId);
      else if (!isStored) auditLog.storeSoon(recordOf(status, code));
      else if (status >= SUCCESS_BELOW) {
        auditLog.storeSoon({ ...recordOf(status, code), _id: `${state.requestId}:${status}` });
      }
    };
    return async (status) => {
      // The record must not claim what the client does not get.
      state.throwIfEnded();
      isStored = true;
      await auditLog.storeNow(recordOf(status, null));
    };
  };
}
