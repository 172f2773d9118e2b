import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Writable } from 'node:stream';
import type { EventOf } from '@fundlens/contracts/event-types';
import type { Rejection } from '@fundlens/projection/dead-letters/dead-letter';
import { createTerminal } from '@fundlens/operator/terminal';
import type { ProjectedEvent } from '@fundlens/projection/projections/projection';
import { redactText } from '@fundlens/redaction/redact-text';
import { describe, expect, it } from 'vitest';

/**
 * Every way out of the services, of which the operator's is a command: what is stored, logged or sent. The lists say why each
 * is clean. A new way out is in no list, so its author has to add it here and to say the same of it.
 */
const root = join(import.meta.dirname, '../..');
const programs = {
  'ingest-highlevel': 'services/ingest-highlevel/src/main.ts',
  operator: 'services/operator/src/fundlens-command.ts',
  projector: 'services/projector/src/main.ts',
  query: 'services/query/src/main.ts',
};
const command = programs.operator;
const services = [programs.projector, programs.query, programs['ingest-highlevel']];
const roots = Object.values(programs);

/** Programs of threads, and commands beside a service: no import leads to them. */
const threads = ['shared/credit-reports/src/pdf-worker.ts', 'services/ingest-highlevel/src/backfill-command.ts'];

/** Static imports and re-exports, imports for their effects, and imports at run time. */
const IMPORTS = /^(?:import|export)\b[^;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;

const modules = new Map([...roots, ...threads].flatMap((main) => [...reachable(join(root, main))]));

/** The modules that a program loads, with their texts: by relative imports and by those of our own packages. */
function reachable(main: string): Map<string, string> {
  const found = new Map<string, string>();
  const waiting = [main];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const name = relative(root, file);
    if (found.has(name)) continue;
    const text = readFileSync(file, 'utf8');
    found.set(name, text);
    for (const [, from, effect, later] of text.matchAll(IMPORTS)) {
      const specifier = from ?? effect ?? later ?? '';
      const own = /^@fundlens\/([a-z-]+)\/(.+)(?<!\.json)$/.exec(specifier);
      if (own !== null) waiting.push(join(root, 'shared', own[1] ?? '', 'src', `${own[2]}.ts`));
      else if (specifier.startsWith('.') && specifier.endsWith('.ts')) waiting.push(join(dirname(file), specifier));
    }
  }
  return found;
}

function modulesWith(pattern: RegExp): string[] {
  return [...modules]
    .filter(([, text]) => pattern.test(withoutComments(text)))
    .map(([name]) => name)
    .toSorted();
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

const WRITES_TO_MONGODB =
  /\.(insertOne|insertMany|updateOne|updateMany|replaceOne|bulkWrite|findOneAndUpdate|findOneAndReplace|initialize(Uno|O)rderedBulkOp|\$?merge|openUploadStream)\(/;
const mongodbWriters: Readonly<Record<string, string>> = {
  'shared/projection/src/writer/document-store.ts': 'slots and views of projections, which see `Redacted` events only',
  'shared/dashboards/src/window-store.ts': 'sums of facts, which projections make of `Redacted` events',
  'shared/projection/src/dead-letters/dead-letter-store.ts':
    '`deadLetterOf`: text by redactText, payload of a `Redacted` event; resolved by: a name that redactText leaves alone; why: through redactText',
  'shared/projection/src/erasures/erasure-store.ts': 'ids of erased subjects, and a name that redactText leaves alone',
  'services/operator/src/erase/subject-store.ts':
    'empties the dead letters of an erased subject; erased by: a name that redactText leaves alone',
  'shared/projection/src/writer/checkpoint-store.ts': 'topics, partitions, offsets and instants',
  'shared/projection/src/writer/projector-state-store.ts':
    'streams, topics, partitions, reason codes, host names, ids of schemas and instants',
  'shared/projection/src/generations/generation-store.ts': 'numbers and fingerprints of generations',
  'services/ingest-highlevel/src/marks/mark-store.ts':
    'keyed digests, ids, instants, versions, cursors, codes, words of closed vocabularies (`KnownContent`); until it is published, the name of a company',
  'services/query/src/audit/audit-store.ts': '`auditArguments`: ids that redactText leaves alone, all else masked',
  'services/query/src/quota/quota-store.ts': 'ids of companies from redacted events, days, counts',
  'shared/read-models/src/store.ts': 'numbers and fingerprints of generations',
};

/** Reading is no way out. */
const WRITES_FILES_OR_OPENS_SOCKETS =
  /import (?!type|\{(?:\s*(?:read|createRead|exists|stat|access|realpath|glob)\w*,?)+ \} from 'node:fs)[^;]*from '(node:(fs|fs\/promises|http|https|http2|net|tls|dgram|child_process|worker_threads|cluster|inspector|console|repl)|undici|axios|nodemailer)'|\bfetch\(/;
const openers: Readonly<Record<string, string>> = {
  'shared/credit-reports/src/pdf-renderer.ts': 'starts the thread that renders; what it prints is dropped',
  'shared/credit-reports/src/pdf-worker.ts':
    'PDFs of redacted reports, every string through redactText again; of errors codes and places',
  'services/operator/src/generations/projector-process.ts':
    'starts a projector, whose log is redacted by itself and goes to the terminal, which is redacted',
  'services/ingest-highlevel/src/crm-api/http-exchange.ts': 'ids and client credentials, to the CRM that gave them',
  'services/ingest-highlevel/src/crm-api/refresh-token-file.ts': 'the refresh token, readable for this account alone',
  'services/ingest-highlevel/src/receiver/webhook-server.ts': 'answers are codes, of webhooks and of nothing in them',
  'services/query/src/server/http-server.ts': 'answers are bytes of documents and envelopes without echo of a value',
  'services/query/src/server/socket-responses.ts': 'status names of node:http',
  'shared/runtime/src/oauth-token.ts': 'client credentials to the token endpoint; nothing of an event',
  'shared/runtime/src/log-output.ts': 'lines that the logger has sanitized, and how many of them were lost',
  'shared/runtime/src/admin-access.ts': 'opens nothing: tells addresses from names',
  'shared/runtime/src/admin-server.ts':
    'health, metrics and the status page: names of parts, codes, counts, ids of redacted events; no payload',
  'shared/contracts/src/wire/registry-http.ts': 'schemas and their names',
};

const WRITES_TO_TERMINAL = /\bconsole\.|process\.(stdout|stderr|emitWarning|report)\b|_rawDebug/;
const terminals: Readonly<Record<string, string>> = {
  'services/ingest-highlevel/src/backfill-command.ts': 'counts and codes',
  [command]: 'hands the streams to the terminal, which puts every text through redactText',
  'shared/runtime/src/run-command.ts': 'usage; of errors our own messages, through sanitize',
  'shared/runtime/src/run-service.ts': 'wrong options, through sanitize, before there is a log',
};

describe('every edge of the services', () => {
  it('is looked for in the modules that their programs load', () => {
    expect(modules.size).toBeGreaterThan(120);
    expect([...modules.keys()]).toEqual(
      expect.arrayContaining([...roots, 'shared/redaction/src/redact-event.ts', 'shared/read-models/src/store.ts']),
    );
  });

  it.each([
    ['writes to MongoDB', WRITES_TO_MONGODB, mongodbWriters],
    ['writes files or opens sockets', WRITES_FILES_OR_OPENS_SOCKETS, openers],
    ['writes to the terminal', WRITES_TO_TERMINAL, terminals],
  ])('that %s is known, and why it is clean', (_, pattern, known) => {
    expect(modulesWith(pattern)).toEqual(Object.keys(known).toSorted());
  });

  it('logs through the redactor', () => {
    for (const main of services) expect(modules.get(main)).toMatch(/^ {2}sanitize: redactText,$/m);
    for (const name of modulesWith(/\bcreateLogger\(\{/))
      expect(modules.get(name)).toMatch(/createLogger\(\{[^}]*sanitize/);
    expect(modules.get('services/query/src/main.ts')).toContain('clean: redactText');
    expect(modules.get('shared/runtime/src/run-service.ts')).toContain('level: config.LOG_LEVEL, sanitize }');
    expect(modules.get('shared/runtime/src/run-service.ts')).toContain('sanitize(error.message)');
  });

  it('writes past the redactor in one place, which names each field', () => {
    expect(modulesWith(/\bcreateFactLogger\(/)).toEqual(['services/query/src/main.ts', 'shared/runtime/src/logger.ts']);
    expect(modulesWith(/\bfacts\.info\(/)).toEqual(['services/query/src/access-log.ts']);
    const source = modules.get('services/query/src/access-log.ts') ?? '';
    const line = /const line = \{([^}]*)\};/.exec(source)?.[1] ?? '';
    const fields = [...line.matchAll(/^ +(\w+)/gm)].map(([, name]) => name);
    const shown = ['requestId', 'route', 'credentialId', 'companyId', 'status', 'bytes', 'durationMs', 'trace_id'];
    expect(fields).toEqual(shown);
    expect(source.match(/facts\.info\(line, '/g)).toHaveLength(source.match(/facts\.info\(/g)?.length ?? 0);
  });

  it('shows operators what the redactor leaves', async () => {
    expect(modules.get(command)).toMatch(/^ {2}sanitize: redactText,$/m);
    const shown: string[] = [];
    const stream = () => new Writable({ write: (chunk, _, done) => done(void shown.push(String(chunk))) });
    const text = 'ssn 666-45-3920';
    for (const json of [false, true]) {
      const streams = { input: process.stdin, output: stream(), errors: Object.assign(stream(), { isTTY: true }) };
      const terminal = createTerminal({ ...streams, json, sanitize: redactText });
      terminal.result({ text, [text]: [text] }, text);
      terminal.say(text);
      terminal.progress(text, 1, 2);
      terminal.fail(text);
    }
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.join('')).not.toMatch(/666.?45.?3920/);
  });

  it('redacts between decoding and projecting, and nothing can be put in its place', () => {
    const reading = modules.get('shared/projection/src/consumer/read-events.ts');
    expect(reading).toContain('event: redactEvent(event, definitionOf(type).redaction, redaction).event }');
    const makers = modulesWith(/\bas (unknown as )?(Redacted<|ProjectedEvent<)/);
    expect(makers).toEqual(['shared/redaction/src/redact-event.ts']);
  });
});

it('the compiler refuses an event that was not redacted where a projection or a dead letter wants one', () => {
  const decoded = {} as EventOf<'ContactChanged'>;
  // @ts-expect-error a decoded event is not redacted: projections do not take it
  const projected: ProjectedEvent<'ContactChanged'> = decoded;
  // @ts-expect-error nor does a dead letter
  const rejection: Pick<Rejection, 'event'> = { event: decoded };
  expect([projected, rejection]).toHaveLength(2);
});
