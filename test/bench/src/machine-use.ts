import { cpus } from 'node:os';

/** @returns a function that tells which share of all processors' time was used since, in percent. */
export function watchProcessors(): () => number {
  const before = times();
  return () => {
    const now = times();
    return Math.round(100 * (1 - (now.idle - before.idle) / (now.all - before.all)));
  };
}

function times(): { readonly idle: number; readonly all: number } {
  const each = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({
    idle,
    all: user + nice + sys + idle + irq,
  }));
  return {
    idle: each.reduce((sum, one) => sum + one.idle, 0),
    all: each.reduce((sum, one) => sum + one.all, 0),
  };
}

/**
 * How long the event loop of a service was kept from its next turn since it was last asked this, in milliseconds.
 * @throws when the service does not tell
 */
export async function eventLoopDelayOf({ adminPort }: { readonly adminPort: number }): Promise<EventLoopDelay> {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  const milliseconds = (name: string) => {
    const seconds = new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1];
    if (seconds === undefined) throw new Error(`port ${adminPort} tells no ${name} of its event loop`);
    return Math.round(Number(seconds) * 1_000);
  };
  return { p50: milliseconds('p50'), p99: milliseconds('p99'), max: milliseconds('max') };
}

export type EventLoopDelay = { readonly p50: number; readonly p99: number; readonly max: number };
