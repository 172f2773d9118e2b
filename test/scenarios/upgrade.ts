import { fingerprintDifference, fingerprintOf } from '@fundlens/projection/generations/fingerprint';
import { generationOf } from '@fundlens/read-models/generation';
import { readPointer } from '@fundlens/read-models/store';
import { sleep } from '@fundlens/runtime/backoff';
import { exchange } from '../harness/api-client.ts';
import { REDACTION } from '../simulation/laboratory.ts';
import { type Build, checkOut, previousRef, thisBuild } from './previous-build.ts';
import type { Scenario } from './scenario.ts';
import { onStage, type Stage } from './stage.ts';
import { SERVICES, type ServiceTarget } from './strike.ts';
import type { ServiceChange } from './system.ts';

const EVENTS_PER_SECOND = 20;
/** Both builds at work on the same partitions and for the same readers. */
const SIDE_BY_SIDE_MS = 10_000;
/** A service that gets no new requests has answered those that it had. */
const DRAINED_MS = 6_000;

export const upgrade: Scenario = {
  name: 'upgrade',
  what: 'from the build of another commit to this one, back, and again, one service after the other, under load',
  options: {
    from: { values: 'a commit, branch or tag (the latest tag, or the commit before)', pattern: /^[\w./~^][\w./~^-]*$/ },
  },
  async run(context) {
    const previous = checkOut(context.options.from ?? previousRef());
    context.report(`from ${previous.name}`);
    try {
      const changes = new Map<ServiceTarget, ServiceChange>(SERVICES.map((name) => [name, changeTo(previous, name)]));
      // An answer is one of either build: it is judged by what was written.
      return await onStage(
        { ...context, eventsPerSecond: EVENTS_PER_SECOND, changes, ask: exchange },
        async (stage) => {
          const projectors = SERVICES.filter((name) => name.startsWith('projector'));
          const queries = SERVICES.filter((name) => name.startsWith('query'));
          await stage.recovered();
          const difference = await differenceOfBuilds(stage);
          if (difference !== null) {
            stage.broken('builds that cannot be rolled', `${difference}: that is a rebuild`);
            return { from: previous.name };
          }
          stage.reads.isCalm = true;
          await roll(stage, thisBuild, [...projectors, ...queries]);
          await roll(stage, previous, [...queries, ...projectors]);
          await roll(stage, thisBuild, [...projectors, ...queries]);
          stage.reads.isCalm = false;
          return { from: previous.name };
        },
      );
    } finally {
      previous.remove();
    }
  },
};

function changeTo(build: Build, name: ServiceTarget): ServiceChange {
  return { program: build.program(name.startsWith('projector') ? 'projector' : 'query') };
}

/** In what this build makes documents otherwise than the one that has begun; null: in nothing. */
async function differenceOfBuilds({ system }: Stage): Promise<string | null> {
  const pointer = await readPointer(system.db);
  const active = pointer === null ? undefined : generationOf(pointer, pointer.active);
  // A build from before generations has no pointer.
  if (active === undefined) return 'how documents are stored';
  return fingerprintDifference(active.fingerprint, fingerprintOf(REDACTION));
}

/** As a deployment does: each service is ended when its requests are, and the next follows when this one is ready. */
async function roll(stage: Stage, build: Build, order: readonly ServiceTarget[]): Promise<void> {
  const { system, reads, context } = stage;
  context.report(`to ${build.name}: ${order.join(', ')}`);
  for (const name of order) {
    const service = system.victims.services[name];
    const url = name === 'query-1' ? system.baseUrls[0] : name === 'query-2' ? system.baseUrls[1] : undefined;
    if (url !== undefined) {
      reads.notServing.add(url);
      await sleep(DRAINED_MS, context.signal);
    }
    system.changes.set(name, changeTo(build, name));
    const status = await service.terminate();
    if (status !== 0) stage.broken('services that did not end well', `${name} ended with ${status}, to ${build.name}`);
    await service.restart();
    if (url !== undefined) reads.notServing.delete(url);
    await sleep(SIDE_BY_SIDE_MS, context.signal);
  }
  await stage.recovered();
}
