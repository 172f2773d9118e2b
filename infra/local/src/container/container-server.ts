import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { ContainerRuntimeClient, WaitStrategy } from 'testcontainers';
import { rotateLog } from '../log-tail.ts';
import { type LaunchContext, READY_LIMIT_MILLISECONDS, type ServerName, waitUntilReady } from '../server.ts';
import { RUN_LABEL, STACK_LABEL } from './engine.ts';
import { stackIdOf, volumeOf } from './volumes.ts';

/** As long as a local process gets. */
const STOP_MILLISECONDS = 20_000;

const LOOPBACK = new Set(['localhost', '127.0.0.1']);

export type ContainerContext = LaunchContext & { client: ContainerRuntimeClient; run: string };

export type ContainerRecipe = {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  /** Where the image's own user may not write to a fresh volume. */
  user?: string;
  port: { inside: number; outside: number };
  /** Where the image keeps what must survive. */
  dataPath: string;
};

/**
 * Starts one server in a container, its data in a volume of the stack, under a port of this machine. Resolves when it
 * answers its protocol. After a failure the caller removes the run's containers by label.
 * @throws FatalError `server_did_not_start` with the end of its log
 */
export async function launchContainer(
  context: ContainerContext,
  server: ContainerRecipe & { name: ServerName; ask: () => Promise<unknown> },
): Promise<{ stop: () => Promise<void> }> {
  context.signal.throwIfAborted();
  const { GenericContainer } = await import('testcontainers');
  /** Reachable from this machine only, as the local processes are, unless the engine's ports are elsewhere. */
  class LocalContainer extends GenericContainer {
    protected override async beforeContainerCreated(): Promise<void> {
      if (!LOOPBACK.has(context.client.info.containerRuntime.host)) return;
      const bindings: Record<string, { HostIp?: string }[]> = this.hostConfig.PortBindings ?? {};
      for (const binding of Object.values(bindings).flat()) binding.HostIp = '127.0.0.1';
    }
  }
  const stack = stackIdOf(context.dataDirectory);
  const logFile = join(context.logsDirectory, `${server.name}.log`);
  rotateLog(logFile);

  const container = new LocalContainer(server.image)
    .withLabels({ [STACK_LABEL]: stack, [RUN_LABEL]: context.run })
    // Its helper container would have to be pulled, too; our labels find what is left just as well.
    .withAutoCleanup(false)
    .withExposedPorts({ container: server.port.inside, host: server.port.outside })
    .withBindMounts([{ source: volumeOf(stack, server.name), target: server.dataPath }])
    .withEnvironment(server.environment ?? {})
    .withLogConsumer((stream) => stream.pipe(createWriteStream(logFile)))
    .withWaitStrategy(untilItAnswers(context, { ...server, logFile }));
  if (server.command !== undefined) container.withCommand(server.command);
  if (server.user !== undefined) container.withUser(server.user);

  const started = await container.start();
  return {
    async stop() {
      // Anonymous volumes go with the container; the stack's own are named and stay.
      await started.stop({ timeout: STOP_MILLISECONDS, remove: true, removeVolumes: true });
    },
  };
}

/** Readiness by protocol, as for local processes: an open port says nothing. */
function untilItAnswers(
  context: ContainerContext,
  server: { name: ServerName; logFile: string; ask: () => Promise<unknown> },
): WaitStrategy {
  const strategy: WaitStrategy = {
    waitUntilReady: (container) =>
      waitUntilReady(context, {
        ...server,
        ending: async () => {
          const { State } = await context.client.container.inspect(container);
          return State.Running ? undefined : `exit status ${State.ExitCode}`;
        },
      }),
    withStartupTimeout: () => strategy,
    isStartupTimeoutSet: () => true,
    getStartupTimeout: () => READY_LIMIT_MILLISECONDS,
  };
  return strategy;
}
