import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { inspectFile, type Piece } from './inspect-file.ts';
import { redactText } from './redact-text.ts';

const USAGE = `Shows what the redactor removes: the redacted text on standard output, a summary on standard error.

  npm run --silent redact -- FILE…          JSON, lines of JSON, XML, HTML or any text
  … | npm run --silent redact -- -          standard input

Ends with 0 when nothing was found, 1 when numbers were removed, 2 when something was refused and is not shown.
`;

const EXIT_CLEAN = 0;
const EXIT_FOUND = 1;
const EXIT_REFUSED = 2;

async function main(args: readonly string[]): Promise<number> {
  const files = readArguments(args);
  if (files === 'help') {
    await write(USAGE);
    return EXIT_CLEAN;
  }
  if (files === null) {
    process.stderr.write(USAGE);
    return EXIT_REFUSED;
  }
  let status = EXIT_CLEAN;
  for (const file of files) status = Math.max(status, await redactFile(file));
  return status;
}

async function redactFile(file: string): Promise<number> {
  const summary = new Summary(redactText(file));
  try {
    // npm runs scripts in the checkout and keeps the caller's folder here.
    const from = process.env.INIT_CWD ?? process.cwd();
    const content = file === '-' ? await buffer(process.stdin) : await readFile(resolve(from, file));
    for (const piece of inspectFile(content)) {
      summary.add(piece);
      if (piece.kind === 'redacted') await write(piece.text);
    }
  } catch (error) {
    if (!isFileError(error)) throw error;
    summary.add({ kind: 'refused', code: 'not_readable', reason: `cannot be read (${error.code})`, line: null });
  }
  for (const line of summary.lines()) process.stderr.write(`${line}\n`);
  if (summary.refused > 0) return EXIT_REFUSED;
  return summary.found > 0 ? EXIT_FOUND : EXIT_CLEAN;
}

/** Paths of a hostile file are data; so many of them, and of lines that were refused, tell enough. */
const MAX_ROWS = 200;

/** For people: how many by which rule at which path because of which words, and what was refused; never a value. */
class Summary {
  found = 0;
  refused = 0;
  readonly #name: string;
  readonly #rows = new Map<string, number>();
  readonly #refusals: string[] = [];

  /** @param name of the file, cleaned */
  constructor(name: string) {
    this.#name = name;
  }

  add(piece: Piece): void {
    if (piece.kind === 'refused') {
      const where = piece.line === null ? '' : `line ${piece.line}: `;
      if (this.refused++ < MAX_ROWS) this.#refusals.push(`  refused ${where}${piece.code}: ${piece.reason}`);
      return;
    }
    for (const { rule, path, because } of piece.findings) {
      this.found++;
      const row = `${rule.padEnd(12)}  ${path}  (${because})`;
      const key = this.#rows.has(row) || this.#rows.size < MAX_ROWS ? row : 'at other paths';
      this.#rows.set(key, (this.#rows.get(key) ?? 0) + 1);
    }
  }

  lines(): string[] {
    const state = this.found > 0 ? `${this.found} removed` : this.refused > 0 ? 'not read to its end' : 'clean';
    const rows = [...this.#rows].sort(([a, countA], [b, countB]) => countB - countA || a.localeCompare(b));
    return [
      `${this.#name}: ${state}${this.refused > 0 ? `, ${this.refused} refused` : ''}`,
      ...rows.map(([row, count]) => `  ${String(count).padStart(6)}  ${row}`),
      ...this.#refusals,
      ...(this.refused > MAX_ROWS ? [`  and ${this.refused - MAX_ROWS} refused more`] : []),
    ];
  }
}

/** Waits until the reader of the output has taken it. */
async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

function isFileError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string';
}

function readArguments(args: readonly string[]): readonly string[] | 'help' | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' } },
    });
    if (values.help === true) return 'help';
    return positionals.length === 0 ? null : positionals;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

// The reader of the output may close it early (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT_FOUND);
});

process.exitCode = await main(process.argv.slice(2));
