import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Marks } from '../marks/mark.ts';

/**
 * Every step of the argument earns its place: with the step left out, some schedule ends in a wrong state. The product knows
 * no such switch: a test loads its modules with one function replaced.
 */
type Memory = typeof import('../marks/testing/memory-marks.ts');
type Events = typeof import('../marks/events-of-content.ts');
type Versions = typeof import('../marks/mark.ts');

const MAX_SCHEDULES = 4_000;

afterEach(() => {
  vi.doUnmock('../marks/testing/memory-marks.ts');
  vi.doUnmock('../marks/events-of-content.ts');
  vi.doUnmock('../marks/mark.ts');
  vi.resetModules();
});

/** The first schedule from this one on that ends wrong; null: none does. */
async function firstWrong(first = 1): Promise<number | null> {
  const { runSchedule } = await import('./testing/delivery-schedule.ts');
  for (let seed = first; seed < first + MAX_SCHEDULES; seed++) {
    const result = await runSchedule({
      ...{ seed, changes: 2 + (seed % 7), instances: 1 + (seed % 3) },
      ...{ losses: seed % 7 < 3, crashes: seed % 3 > 0, outages: seed % 11 > 3 },
    });
    if ([...result.wrong, ...result.wrongAfterSweep].length > 0) return seed;
  }
  return null;
}

function replaced<M extends object>(path: string, replace: (real: M) => Partial<M>): void {
  vi.doMock(path, async (original) => {
    const real = (await original()) as M;
    return { ...real, ...replace(real) };
  });
}

/** Marks of which one operation does something else. */
function marksWith(change: (real: Marks) => Partial<Marks>): void {
  replaced<Memory>('../marks/testing/memory-marks.ts', ({ createMemoryMarks }) => ({
    createMemoryMarks() {
      const real = createMemoryMarks();
      return { ...real, ...change(real) };
    },
  }));
}

describe('some schedule ends wrong', () => {
  it('when a mark is cleared although a later one was set', async () => {
    marksWith(({ settle, load }) => ({
      async settle(claimed, settlement) {
        const [now] = await load([claimed.ref]);
        await settle({ ...claimed, token: now?.token ?? null }, settlement);
      },
    }));
    expect(await firstWrong()).not.toBeNull();
  });

  it('when a reading settles although a later one has begun', async () => {
    marksWith(({ settle, load }) => ({
      async settle(claimed, settlement) {
        const [now] = await load([claimed.ref]);
        await settle({ ...claimed, version: now?.version ?? 0 }, settlement);
      },
    }));
    // What is absent is looked for again, which mends what most of the seeds before end with.
    expect(await firstWrong(4_450)).not.toBeNull();
  });

  it('when a version that was taken counts as published', async () => {
    marksWith(({ claim }) => ({
      async claim(mark, options) {
        const claimed = await claim(mark, options);
        return claimed === null ? null : { ...claimed, settled: mark.version };
      },
    }));
    // The seeds before show nothing.
    expect(await firstWrong(2_220)).not.toBeNull();
  });

  it('when a contact is not noted before the opportunity is stated under it', async () => {
    marksWith(() => ({ addContact: async () => true }));
    expect(await firstWrong()).not.toBeNull();
  });

  it('when an opportunity is not deleted under its earlier contact', async () => {
    replaced<Events>('../marks/events-of-content.ts', ({ eventsOf }) => ({
      eventsOf: (stated) => eventsOf({ ...stated, contactIds: stated.content === 'deleted' ? stated.contactIds : [] }),
    }));
    expect(await firstWrong()).not.toBeNull();
  });

  it('when versions are those of the clock alone', async () => {
    replaced<Versions>('../marks/mark.ts', () => ({ nextVersion: (_, now) => now * 1_000 }));
    expect(await firstWrong()).not.toBeNull();
  });
});
