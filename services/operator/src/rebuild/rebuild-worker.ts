import { definitionOf } from '@fundlens/read-models/definitions';
import type { Attempt, RebuildOptions, RebuildRequest } from './rebuild-ports.ts';
import { ANNOUNCE_MS, WITHDRAW_MS } from './rebuild-ports.ts';
import { hasSwitched, type RebuildRun } from '@fundlens/read-models/rebuild-run';
import { removeDropped } from './rebuild-undo.ts';
import type { RunControl } from './run-control.ts';

/** One process's work on a run: the phases from its first to `finished`, each of which may be repeated. */
export class RebuildWorker {
  readonly #options: RebuildOptions;
  readonly #request: RebuildRequest;
  readonly #control: RunControl;
  readonly #attempt: Attempt;

  constructor(options: RebuildOptions, request: RebuildRequest, parts: { control: RunControl; attempt: Attempt }) {
    this.#options = options;
    this.#request = request;
    this.#control = parts.control;
    this.#attempt = parts.attempt;
  }

  /** @returns the run as it ended, `finished` or `refused`. @throws as `RunControl.guard` */
  async work(): Promise<RebuildRun> {
    const control = this.#control;
    if (!hasSwitched(control.run)) await this.#prepare();
    if (control.run.phase !== 'dropping') {
      if (!hasSwitched(control.run) && control.run.fromSlots === true) await this.#render();
      await control.retry(() => this.#attempt.replay.start());
      if (!hasSwitched(control.run) && (await this.#build()) === 'refused') return control.run;
      await this.#tail();
    }
    await this.#drop();
    return control.run;
  }

  async #prepare(): Promise<void> {
    const { versions, fingerprint, standInIndexes } = this.#options;
    for (const { name, to } of this.#control.run.models) {
      await this.#control.retry(() => versions.register(name, to, fingerprint(definitionOf(name))));
      await this.#control.retry(() => versions.prepare(name, to, { standInIndexes }));
    }
  }

  /** Each batch of documents is stored as done: the process that continues begins behind it. */
  async #render(): Promise<void> {
    const control = this.#control;
    if (control.run.renderedUpTo?.models === control.run.models.length) return;
    await control.enter('rendering');
    await control.retry(() =>
      this.#attempt.renderFromSlots(control.run.renderedUpTo ?? null, (renderedUpTo) =>
        control.store({ renderedUpTo }),
      ),
    );
  }

  async #build(): Promise<'refused' | 'switched'> {
    const control = this.#control;
    const attempt = this.#attempt;
    const { versions, standInIndexes, clock, announceMs = ANNOUNCE_MS } = this.#options;
    const { models } = control.run;
    await control.enter('replaying');
    await control.retry(() => attempt.barriers.rebuiltPasses());
    await control.enter('indexing');
    for (const { name, to } of models) await control.retry(() => versions.index(name, to, { standInIndexes }));
    await control.enter('deriving');
    await control.retry(() => attempt.barriers.rebuiltPasses());
    await control.retry(() => attempt.derive());
    const discarded = await control.retry(() => attempt.deadLettersDiscarded());
    if (await this.#isRefused('building')) return 'refused';
    for (const { name, to } of models) await control.retry(() => versions.promote(name, to, 'announced'));
    await control.pause(announceMs);
    await control.retry(() => attempt.derive());
    await control.retry(() => attempt.adoptDeadLetters());
    await control.retry(() => attempt.barriers.rebuiltPasses());
    await control.retry(() => attempt.barriers.rebuiltPastRead());
    // An operator may have discarded a dead letter since the comparison.
    const hasDiscarded = (await control.retry(() => attempt.deadLettersDiscarded())) !== discarded;
    if (hasDiscarded && (await this.#isRefused('announced'))) return 'refused';
    control.guard();
    for (const { name, to } of models) await control.retry(() => versions.promote(name, to, 'active'));
    await control.enter('tailing', { switchedAt: clock() });
    return 'switched';
  }

  async #isRefused(state: 'building' | 'announced'): Promise<boolean> {
    const control = this.#control;
    await control.enter('comparing');
    const comparison = await control.retry(() => this.#attempt.compare());
    const isRefused = comparison.different > 0 && !this.#request.acceptDifferences;
    if (isRefused && state === 'announced') {
      for (const { name, to } of control.run.models) {
        await control.retry(() => this.#options.versions.withdraw(name, to));
      }
    }
    await control.enter(isRefused ? 'refused' : 'announced', { comparison });
    return isRefused;
  }

  /** Behind the switch: until the versions before are not read any more, and then until the grace time has ended. */
  async #tail(): Promise<void> {
    const control = this.#control;
    const { clock, withdrawMs = WITHDRAW_MS } = this.#options;
    await control.pause((control.run.switchedAt ?? 0) + withdrawMs - clock());
    await this.#settle();
    await control.pause((control.run.switchedAt ?? 0) + control.run.graceMs - clock());
    // Projectors of the build before may have set more aside.
    await this.#settle();
    await this.#attempt.replay.stop();
  }

  /**
   * Replays dead letters that are now valid. Not before the switch: the block of a dead letter ends with the replay, and
   * readers must see the event by then. The new versions have it already; other models, and dead letters that projectors
   * have stored since, need the replay.
   */
  async #settle(): Promise<void> {
    const settledLetters = await this.#control.retry(() => this.#attempt.settleDeadLetters());
    await this.#control.retry(() => this.#control.store({ settledLetters }));
  }

  async #drop(): Promise<void> {
    const control = this.#control;
    await control.enter('dropping');
    for (const { name, from } of control.run.models) {
      await control.retry(() => this.#options.versions.drop(name, from));
    }
    await control.retry(() => removeDropped(this.#options));
    await control.retry(() => this.#attempt.clear());
    await control.enter('finished', { progress: null });
  }
}
