import type { Stack } from '@fundlens/local/stack';
import type { LinkConditions, TcpProxy } from '@fundlens/testing/tcp-proxy';
import { eventually } from '../harness/waiting.ts';
import type { SupervisedService } from './supervised-service.ts';

/** Processes of ours; the servers are those of the local stack. */
export const SERVICES = ['projector-1', 'projector-2', 'query-1', 'query-2'] as const;
export type ServiceTarget = (typeof SERVICES)[number];
export const SERVERS = ['mongodb', 'redis', 'kafka', 'registry'] as const;
export type ServerTarget = (typeof SERVERS)[number];
export type Target = ServiceTarget | ServerTarget;

/** What can happen to any process. */
export const PROCESS_FAULTS = ['kill', 'terminate', 'stop'] as const;
/** What can happen to the connections of a server. */
export const NETWORK_FAULTS = ['cut', 'hang', 'reset', 'half-close', 'latency', 'jitter', 'bandwidth'] as const;
type ProcessFault = (typeof PROCESS_FAULTS)[number];

export type Blow = {
  readonly kind: ProcessFault | (typeof NETWORK_FAULTS)[number];
  readonly target: Target;
  readonly link?: LinkConditions;
};

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
export function strike({ kind, target, link }: Blow, victims: Victims): Heal {
  const isProcessFault = kind === 'kill' || kind === 'terminate' || kind === 'stop';
  if (!isServer(target)) {
    if (isProcessFault) return strikeService(kind, target, victims);
    throw new TypeError(`${target} has no connections of its own to strike`);
  }
  if (isProcessFault) return strikeServer(kind, target, victims);
  const proxy = victims.proxies[target];
  if (kind === 'cut') proxy.cut();
  else if (kind === 'hang') proxy.hang();
  else if (kind === 'reset') proxy.reset();
  else if (kind === 'half-close') proxy.halfClose();
  else if (link !== undefined) proxy.slow(link);
  return async () => proxy.heal();
}

function strikeServer(kind: ProcessFault, target: ServerTarget, { stack }: Victims): Heal {
  const signals = { kill: 'SIGKILL', terminate: 'SIGTERM', stop: 'SIGSTOP' } as const;
  const pid = pidOf(stack, target);
  process.kill(-pid, signals[kind]);
  return async () => {
    if (kind === 'stop') return void process.kill(-pid, 'SIGCONT');
    await groupEnded(pid, target);
    await stack.restart(target);
  };
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

function isServer(target: Target): target is ServerTarget {
  return SERVERS.some((server) => server === target);
}

function pidOf(stack: Pick<Stack, 'pidOf'>, name: ServerTarget): number {
  const pid = stack.pidOf(name);
  if (pid === undefined) throw new TypeError('only servers that are processes of this machine can be struck');
  return pid;
}

/** Ends a server and resolves when it has ended; `restart` of the stack starts it again. */
export async function endServer(stack: Pick<Stack, 'pidOf'>, name: ServerTarget): Promise<void> {
  const pid = pidOf(stack, name);
  process.kill(-pid, 'SIGTERM');
  await groupEnded(pid, name);
}

/** Servers are process groups of their own: their shell ends at once, the server once its data is closed. */
async function groupEnded(pid: number, name: ServerTarget): Promise<void> {
  const isEnded = async () => {
    try {
      return !process.kill(-pid, 0);
    } catch {
      return true;
    }
  };
  await eventually(isEnded, { what: `the end of ${name}` });
}
