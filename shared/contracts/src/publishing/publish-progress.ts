import type { Progress } from './publish-events.ts';
import { plural } from './publish-report.ts';

/** In a log a line every few seconds; in a terminal one line that counts up, often enough to be seen moving. */
const LOG_MS = 3_000;
const TERMINAL_MS = 200;

type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

export type ProgressMeter = { readonly show: Progress; readonly end: () => void };

/** Shows how far a long input is and how fast it goes on; `share`: how much of it has been read, 0 to 1. */
export function progressOn(
  screen: Screen,
  { clock, share }: { readonly clock: () => number; readonly share: () => number },
): ProgressMeter {
  const interval = screen.isTTY ? TERMINAL_MS : LOG_MS;
  let begun: { readonly step: string; readonly at: number } | undefined;
  let last = 0;
  let open = false;
  return {
    show({ step, events }) {
      const now = clock();
      if (begun?.step !== step) {
        begun = { step, at: now };
        last = now;
      }
      if (now - last < interval) return;
      last = now;
      const rate = Math.round((events * 1_000) / (now - begun.at));
      const done = `${Math.floor(share() * 100)} % read`;
      const text = `${step} ${plural(events, 'event')}, ${rate.toLocaleString('en-US')} a second, ${done}`;
      open = screen.isTTY === true;
      screen.write(open ? `\r${text}\u001b[K` : `${text}\n`);
    },
    end() {
      if (open) screen.write('\n');
      open = false;
    },
  };
}
