import type { Stack } from '@fundlens/local/stack';
import type { TcpProxy } from '@fundlens/testing/tcp-proxy';
import type { Fault, ServerTarget, ServiceTarget, Target } from './schedule.ts';
import type { SupervisedService } from './supervised-service.ts';

export type Victims = {
  readonly services: Readonly<Record<ServiceTarget, SupervisedService>>;
  readonly stack: Pick<Stack, 'pidOf' | 'restart'>;
  readonly proxies: Readonly<Record<ServerTarget, TcpProxy>>;
  /** Told when a service that was asked to end did not end as it should. */
  readonly report: (line: string) => void;
};

/** Ends a fault; resolves when process and connections are as before. */
export type Heal = () => Promise<void>;

/**
 * Lets a fault happen.
 * @returns how to end it. A service that is asked to end may take until then.
 */
export function strike({ kind, target, link }: Fault, victims: Victims): Heal {
  if (kind === 'kill' || kind === 'terminate' || kind === 'stop') {
    return isServer(target, victims) ? strikeServer(kind, target, victims) : strikeService(kind, target, victims);
  }
  if (!isServer(target, victims)) throw new TypeError(`${target} has no connections of its own to strike`);
  const proxy = victims.proxies[target];
  if (kind === 'cut') proxy.cut();
  else if (kind === 'hang') proxy.hang();
  else if (kind === 'reset') proxy.reset();
  else if (kind === 'half-close') proxy.halfClose();
  else if (link !== undefined) proxy.slow(link);
  return async () => proxy.heal();
}

type ProcessFault = 'kill' | 'terminate' | 'stop';

function strikeServer(kind: ProcessFault, target: ServerTarget, { stack }: Victims): Heal {
  if (kind !== 'stop') {
    signalGroup(stack.pidOf(target), kind === 'kill' ? 'SIGKILL' : 'SIGTERM');
    return () => stack.restart(target);
  }
  signalGroup(stack.pidOf(target), 'SIGSTOP');
  return async () => signalGroup(stack.pidOf(target), 'SIGCONT');
}

function strikeService(kind: ProcessFault, target: ServiceTarget, { services, report }: Victims): Heal {
  const service = services[target];
  if (kind === 'stop') {
    const pid = service.pid();
    if (pid !== undefined) process.kill(pid, 'SIGSTOP');
    return async () => {
      if (pid !== undefined && service.pid() === pid) process.kill(pid, 'SIGCONT');
    };
  }
  const ended = kind === 'kill' ? service.kill() : service.terminate();
  return async () => {
    const status = await ended;
    if (kind === 'terminate' && status !== 0) report(`${target} ended with status ${status} when it was asked to end`);
    await service.restart();
  };
}

function isServer(target: Target, { proxies }: Victims): target is ServerTarget {
  return Object.hasOwn(proxies, target);
}

/** Servers are process groups of their own. */
function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) throw new TypeError('only servers that are processes of this machine can be struck');
  process.kill(-pid, signal);
}
