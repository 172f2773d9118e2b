import { afterEach, expect, test } from 'vitest';
import { PdfRenderer, type PdfRendererOptions } from './pdf-renderer.ts';
import { type RenderInput, renderReportPdf } from './render-report.ts';

const opened: PdfRenderer[] = [];
afterEach(() => Promise.all(opened.splice(0).map((renderer) => renderer.stop())));

/** A busy machine may take its time, except where a test is about time. */
const PATIENT = { waitLimitMs: 60_000 };

async function started(options: PdfRendererOptions = {}): Promise<PdfRenderer> {
  const renderer = new PdfRenderer({ ...PATIENT, ...options });
  opened.push(renderer);
  await renderer.start();
  return renderer;
}

const inputOf = (report: unknown): RenderInput => ({
  requestId: 'request-1',
  pulledAt: 0,
  bureaus: ['equifax'],
  format: 'other',
  location: { name: null, timeZone: null },
  report: Buffer.from(JSON.stringify(report)),
});
const REPORT = inputOf({ trades: [{ customerName: 'SAMPLE BANK' }] });

/** A thread that does `code` with each `input`, and can `answer`. */
function thread(code: string): URL {
  const program = `import { parentPort } from 'node:worker_threads';
    const answer = (value) => parentPort.postMessage(value);
    parentPort.on('message', (input) => { ${code} });`;
  return new URL(`data:text/javascript,${encodeURIComponent(program)}`);
}

test('a thread gives the same bytes, also after a report that cannot be rendered', async () => {
  const renderer = await started();
  const [refused, first] = await Promise.allSettled([renderer.render(inputOf({})), renderer.render(REPORT)]);
  expect(refused).toMatchObject({ reason: { kind: 'invalid', code: 'not_renderable' } });
  expect(first).toEqual({ status: 'fulfilled', value: renderReportPdf(REPORT) });
});

const AGAIN = { kind: 'retryable', code: 'pdf_time_limit' };
const DIED = { kind: 'retryable', code: 'pdf_worker_died' };
const COSTLY = { kind: 'invalid', code: 'pdf_too_costly' };

test.each([
  ['works without an end', 'for (;;);', AGAIN, 2_000],
  ['waits for what never comes', 'return;', AGAIN, 2_000],
  ['dies', 'process.exit(3)', DIED, 60_000],
  ['throws outside of an answer', "throw new Error('SAMPLE NAME')", DIED, 60_000],
  ['takes all memory', 'const kept = []; for (;;) kept.push(new Array(1e5).fill(input))', COSTLY, 60_000],
])(
  'a thread that %s is replaced, and the client learns whether to come again',
  async (_, code, expected, waitLimitMs) => {
    const program = thread(`if (input.requestId === 'bad') { ${code} } answer({ pdf: new Uint8Array([1]) })`);
    const renderer = await started({ waitLimitMs, program });
    const failure = await renderer.render({ ...REPORT, requestId: 'bad' }).catch((error: unknown) => error);
    expect(failure).toMatchObject(expected);
    expect(String(failure)).not.toContain('SAMPLE');
    await expect(renderer.render(REPORT)).resolves.toEqual(new Uint8Array([1]));
  },
);

test('no more than a bounded number waits, none longer than its time, and each gets its own PDF', async () => {
  const program = thread("if (input.requestId !== 'never') answer({ pdf: new TextEncoder().encode(input.requestId) })");
  const renderer = await started({ program, waitLimitMs: 3_000 });
  const waiting = Array.from({ length: 14 }, () => 'waits');
  const ids = ['a', 'b', 'never', ...waiting, 'too many'];
  const settled = await Promise.allSettled(ids.map((requestId) => renderer.render({ ...REPORT, requestId })));
  const outcomes = settled.map((each) =>
    each.status === 'fulfilled' ? Buffer.from(each.value).toString() : each.reason.code,
  );
  expect(outcomes).toEqual(['a', 'b', 'pdf_time_limit', ...waiting.map(() => 'pdf_time_limit'), 'pdf_queue_full']);
});

test('what waits when it is stopped is refused, and so is what comes later', async () => {
  const renderer = await started({ program: thread('') });
  const waiting = Promise.allSettled([renderer.render(REPORT), renderer.render(REPORT)]);
  await renderer.stop();
  const stopped = { reason: { kind: 'retryable', code: 'pdf_renderer_stopped' } };
  expect(await waiting).toMatchObject([stopped, stopped]);
  await expect(renderer.render(REPORT)).rejects.toMatchObject(stopped.reason);
});
