import { PHASE_MEANINGS, type RebuildRun } from '@fundlens/read-models/rebuild-run';
import type { LocationRebuildResult } from './location-rebuild.ts';
import { table } from '../table.ts';

/** A rebuild as text. */
export function rebuildText(run: RebuildRun): string {
  const { models, phase, progress, comparison, owner, settledLetters, renderedUpTo } = run;
  const lines = [`${phase}: ${PHASE_MEANINGS[phase]}`];
  if (owner === null && !['finished', 'aborted', 'refused'].includes(phase)) {
    lines.push('No process works on it: give the same command again to go on.');
  }
  if (phase === 'rendering') lines.push(`${renderedUpTo?.models ?? 0} of ${models.length} read models are done`);
  if (progress !== null) {
    const { events, total, eventsPerSecond, secondsLeft } = progress;
    const left = secondsLeft === null ? 'time left not known' : `${secondsLeft} s left`;
    lines.push(`${events} of ${total} events, ${eventsPerSecond} events/s, ${left}`);
  }
  if (comparison !== null) {
    const { documents, different, ahead, carried, settling, examples } = comparison;
    lines.push(
      `${documents} documents compared: ${different} differ, ${ahead} are ahead, ${carried} were carried over`,
    );
    if (settling > 0) lines.push(`${settling} differ by events of open dead letters that are now valid`);
    lines.push(...examples.map(({ model, key, what }) => `  ${model} ${key}: ${what}`));
  }
  if (settledLetters) lines.push(`${settledLetters} open dead letters were valid: applied and settled`);
  const rows = models.map(({ name, from, to }) => [name, `v${from}`, `v${to}`]);
  return [...lines, '', ...table(['model', 'before', 'new'], rows)].join('\n');
}

/** The text lists this many names and counts the others. */
const MAX_SHOWN = 50;

/** The rebuild of one location as text. */
export function locationRebuildText(result: LocationRebuildResult): string {
  const { locationId, compared, healed, remaining, moving, settledLetters, shortened } = result;
  const lines = [
    `${locationId}: ${compared} documents and dashboards compared, ${healed.length} healed, ${remaining.length} still differ.`,
    ...healed.slice(0, MAX_SHOWN).map(({ document, part }) => `  healed: ${document}: ${part}`),
    ...remaining.slice(0, MAX_SHOWN).map(({ document, part }) => `  differs: ${document}: ${part}`),
  ];
  if (settledLetters > 0) lines.push(`${settledLetters} open dead letters were valid: applied and settled.`);
  if (remaining.length > 0) {
    lines.push('The log does not have these, and a location rebuild removes nothing: rebuild the model.');
  }
  if (moving.length > 0) lines.push(`${moving.length} changed all the while: give the command again.`);
  if (shortened.length > 0) lines.push(`The log no longer has its beginning in ${shortened.join(', ')}.`);
  return lines.join('\n');
}
