import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { redactJsonText } from '@fundlens/redaction/redact-json-text';
import { InvalidError } from '@fundlens/runtime/errors';
import { rssOf } from './process-use.ts';

/**
 * One report, redacted or only parsed and written, in a process that has done nothing else: what the job takes at most
 * is not hidden by memory that an earlier one has left. Prints a `MemoryUse` as one line of JSON.
 */

export type MemoryTask = {
  readonly job: 'redact' | 'parse and write';
  /** The report, and a short one with which the job sets up what it makes only once. */
  readonly file: string;
  readonly shortReport: string;
};

export type MemoryUse = {
  /** How far the resident memory rises above what it was with the report's bytes in it. Garbage counts: it needs room. */
  readonly peakKiB: number;
  /** How much larger heap and array buffers are when the job returns: the result, and what is not collected yet. */
  readonly heapAndBuffersKiB: number;
  readonly milliseconds: number;
  /** The code with which the report is refused. */
  readonly refusal: string | null;
};

const KIB = 1_024;

const { job, file, shortReport } = JSON.parse(process.argv[2] ?? '') as MemoryTask;
const bytes = readFileSync(file);
run(Buffer.from(shortReport));
collectGarbage();
// Linux: from here on the peak is that of the job alone.
writeFileSync('/proc/self/clear_refs', '5');
const rssBefore = residentMemory().nowMiB;
const before = heapAndBuffers();
const started = performance.now();
const refusal = run(bytes);
const milliseconds = performance.now() - started;
const use: MemoryUse = {
  heapAndBuffersKiB: Math.round((heapAndBuffers() - before) / KIB),
  peakKiB: Math.round((residentMemory().maxMiB - rssBefore) * KIB),
  milliseconds: Math.round(milliseconds * 1_000) / 1_000,
  refusal,
};
console.log(JSON.stringify(use));

function run(report: Buffer): string | null {
  if (job === 'parse and write') {
    Buffer.from(JSON.stringify(JSON.parse(report.toString())));
    return null;
  }
  try {
    redactJsonText(report);
    return null;
  } catch (error) {
    if (error instanceof InvalidError) return error.code;
    throw error;
  }
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}

function heapAndBuffers(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function residentMemory() {
  const rss = rssOf(process.pid);
  if (rss === null) throw new Error('the peak of resident memory is only known on Linux');
  return rss;
}
