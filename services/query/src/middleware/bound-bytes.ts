import { setImmediate } from 'node:timers/promises';
import type { QuotaSubjects } from '../quota/quota-subject.ts';
import type { CompanyShares } from '../company-shares.ts';
import { type AccessCheck, checkAccess } from './check-access.ts';
import type { Step } from './step.ts';

export type ShareOptions = { readonly shares: CompanyShares; readonly quotaSubjectOf: QuotaSubjects };

/** Refuses before the read when there is no room, and counts the bytes until the client has read them. */
export function boundBytes({ shares, quotaSubjectOf }: ShareOptions): Step {
  return async ({ state }, next) => {
    const { credential, company } = state.holder;
    const { bucket } = quotaSubjectOf(credential, company);
    shares.bytes.requireRoom(bucket, 1);
    await next();
    const bytes = state.data.reduce((sum, piece) => sum + piece.length, 0);
    state.whenClosed(shares.bytes.take(bucket, bytes));
  };
}

/**
 * A heavy request waits until it is the turn of its company, which ends when its response is handed over. Access may end
 * during the wait, so it is checked again.
 */
export function takeTurn<Parameters>(
  { shares, quotaSubjectOf, access }: ShareOptions & { readonly access: AccessCheck },
  isHeavy: (parameters: Parameters) => boolean,
): Step<Parameters> {
  return async (context, next) => {
    const { state } = context;
    if (!isHeavy(state.parameters)) return await next();
    const { credential, company } = state.holder;
    const { bucket } = quotaSubjectOf(credential, company);
    state.whenSent(await state.traced('wait for turn', {}, () => shares.pages.begin(bucket, state.signal)));
    await checkAccess(access, state);
    await next();
    // What the data is made of has arrived and is put together; before it is digested and sent others have the event loop.
    await setImmediate();
  };
}
