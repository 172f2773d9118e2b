import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { inspectFile } from './inspect-file.ts';
import { redactText } from './redact-text.ts';

const USAGE = `Shows what the redactor removes: the redacted text on standard output, a summary on standard error.

  npm run --silent redact -- FILE…          JSON, lines of JSON, XML, HTML or any text
  … | npm run --silent redact -- -          standard input

Ends with 0 when nothing was found, 1 when numbers were removed, 2 when something was refused and is not shown.
`;

const EXIT_CLEAN = 0;
const EXIT_FOUND = 1;
const EXIT_REFUSED = 2;

async function main(files: readonly string[]): Promise<number> {
  if (files.length === 0 || files.some((file) => /^-./.test(file))) {
    const isHelp = files.includes('--help') || files.includes('-h');
    (isHelp ? process.stdout : process.stderr).write(USAGE);
    return isHelp ? EXIT_CLEAN : EXIT_REFUSED;
  }
  let status = EXIT_CLEAN;
  for (const file of files) status = Math.max(status, await redactFile(file));
  return status;
}

/** Paths of a hostile file are data; so many of them tell enough. */
const MAX_ROWS = 200;

/** Tells people how many went by which rule at which path because of which words, and what was refused; never a value. */
async function redactFile(file: string): Promise<number> {
  const name = redactText(file);
  const rows = new Map<string, number>();
  let found = 0;
  let refused = 0;
  const refuse = (what: string): void => {
    refused++;
    process.stderr.write(`${name}: refused ${what}\n`);
  };
  try {
    // npm runs scripts in the checkout and keeps the caller's folder here.
    const from = process.env.INIT_CWD ?? process.cwd();
    const content = file === '-' ? await buffer(process.stdin) : await readFile(resolve(from, file));
    for (const piece of inspectFile(content)) {
      if (piece.kind === 'refused') {
        refuse(`${piece.line === null ? '' : `line ${piece.line}: `}${piece.code}: ${piece.reason}`);
        continue;
      }
      for (const { rule, path, because } of piece.findings) {
        const row = `${rule.padEnd(12)}  ${path}  (${because})`;
        const key = rows.has(row) || rows.size < MAX_ROWS ? row : 'at other paths';
        rows.set(key, (rows.get(key) ?? 0) + 1);
        found++;
      }
      await write(piece.text);
    }
  } catch (error) {
    if (!isFileError(error)) throw error;
    refuse(`not_readable: cannot be read (${error.code})`);
  }
  const state = found > 0 ? `${found} removed` : refused > 0 ? 'not read to its end' : 'clean';
  process.stderr.write(`${name}: ${state}${refused > 0 ? `, ${refused} refused` : ''}\n`);
  for (const [row, count] of [...rows].sort(([a, countA], [b, countB]) => countB - countA || a.localeCompare(b)))
    process.stderr.write(`  ${String(count).padStart(6)}  ${row}\n`);
  if (refused > 0) return EXIT_REFUSED;
  return found > 0 ? EXIT_FOUND : EXIT_CLEAN;
}

/** Waits until the reader of the output has taken it. */
async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

function isFileError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string';
}

// The reader of the output may close it early (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT_FOUND);
});

process.exitCode = await main(process.argv.slice(2));
