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

test('a thread gives the same bytes', async () => {
  const renderer = await started();
  const [first, second] = await Promise.all([renderer.render(REPORT), renderer.render(REPORT)]);
  expect(Buffer.from(renderReportPdf(REPORT)).equals(first)).toBe(true);
  expect(Buffer.from(first).equals(second)).toBe(true);
});

test('what cannot be rendered is invalid, and the next report is rendered', async () => {
  const renderer = await started();
  await expect(renderer.render(inputOf({}))).rejects.toMatchObject({ kind: 'invalid', code: 'not_renderable' });
  await expect(renderer.render(REPORT)).resolves.toBeInstanceOf(Uint8Array);
});

test.each([
  ['works without an end', 'for (;;);'],
  ['waits for what never comes', 'return;'],
])('a thread that %s is ended after its time, and another renders the next report', async (_, code) => {
  const program = thread(`if (input.requestId === 'bad') { ${code} } answer({ pdf: new Uint8Array([1]) })`);
  const renderer = await started({ waitLimitMs: 2_000, program });
  await expect(renderer.render({ ...REPORT, requestId: 'bad' })).rejects.toMatchObject({
    kind: 'retryable',
    code: 'pdf_time_limit',
  });
  await expect(renderer.render(REPORT)).resolves.toEqual(new Uint8Array([1]));
});

test.each([
  ['dies', 'process.exit(3)', { kind: 'retryable', code: 'pdf_worker_died' }],
  ['throws outside of an answer', "throw new Error('SAMPLE NAME')", { kind: 'retryable', code: 'pdf_worker_died' }],
  [
    'takes all memory',
    'const kept = []; for (;;) kept.push(new Array(1e5).fill(input))',
    { kind: 'invalid', code: 'pdf_too_costly' },
  ],
])(
  'a thread that %s is replaced, and the client learns whether to come again',
  async (_, code, expected) => {
    const program = thread(`if (input.requestId === 'bad') { ${code} } answer({ pdf: new Uint8Array([1]) })`);
    const renderer = await started({ program });
    const failure = await renderer.render({ ...REPORT, requestId: 'bad' }).catch((error: unknown) => error);
    expect(failure).toMatchObject(expected);
    expect(String(failure)).not.toContain('SAMPLE');
    await expect(renderer.render(REPORT)).resolves.toEqual(new Uint8Array([1]));
  },
  60_000,
);

test('no more than a bounded number waits, none longer than its time, and each gets its own PDF', async () => {
  const program = thread("if (input.requestId !== 'never') answer({ pdf: new TextEncoder().encode(input.requestId) })");
  const renderer = await started({ program, maxWaiting: 2, waitLimitMs: 3_000 });
  const ids = ['a', 'b', 'never', 'too many'];
  const settled = await Promise.allSettled(ids.map((requestId) => renderer.render({ ...REPORT, requestId })));
  const outcomes = settled.map((each) =>
    each.status === 'fulfilled' ? Buffer.from(each.value).toString() : each.reason.code,
  );
  expect(outcomes).toEqual(['a', 'b', 'pdf_time_limit', 'pdf_queue_full']);
});

test('what waits when it is stopped is refused, and so is what comes later', async () => {
  const renderer = await started({ program: thread('') });
  const waiting = Promise.allSettled([renderer.render(REPORT), renderer.render(REPORT)]);
  await renderer.stop();
  const stopped = { reason: { kind: 'retryable', code: 'pdf_renderer_stopped' } };
  expect(await waiting).toMatchObject([stopped, stopped]);
  await expect(renderer.render(REPORT)).rejects.toMatchObject(stopped.reason);
});
