import type { Publishable } from '@fundlens/contracts/publisher';
import { InvalidError } from '@fundlens/runtime/errors';

type Publish = (events: readonly Publishable[]) => Promise<unknown>;
type Call = { readonly events: readonly Publishable[]; readonly settle: PromiseWithResolvers<void> };

/**
 * Sends what calls hand in while a send is under way together with the next one: a page's entities wait for a few round trips
 * instead of one each. A call ends when its own events are stored. The order of calls stays.
 *
 * The contract refuses a send as a whole: then each call is sent alone, so that one entity's fault is not that of its neighbours.
 */
export function createGatheredPublish(publish: Publish): (events: readonly Publishable[]) => Promise<void> {
  let waiting: Call[] = [];
  let sending = false;

  async function sendAlone({ events, settle }: Call): Promise<void> {
    await publish(events).then(() => settle.resolve(), settle.reject);
  }

  async function sendTogether(calls: readonly Call[]): Promise<void> {
    try {
      await publish(calls.flatMap(({ events }) => events));
      for (const { settle } of calls) settle.resolve();
    } catch (error) {
      if (error instanceof InvalidError) for (const call of calls) await sendAlone(call);
      else for (const { settle } of calls) settle.reject(error);
    }
  }

  async function sendAll(): Promise<void> {
    sending = true;
    while (waiting.length > 0) {
      const calls = waiting;
      waiting = [];
      await sendTogether(calls);
    }
    sending = false;
  }

  return async (events) => {
    const settle = Promise.withResolvers<void>();
    waiting.push({ events, settle });
    if (!sending) void sendAll();
    await settle.promise;
  };
}
