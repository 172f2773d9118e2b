import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectFile, type Piece } from './inspect-file.ts';

const EIGHT_MIB = 8 * 1024 * 1024;

/** Whatever goes wrong, a command never outlives its test. */
const COMMAND_MS = 60_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'redact-command-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

function redact(args: readonly string[], input = '') {
  const program = join(import.meta.dirname, 'redact-command.ts');
  const env = { ...process.env, INIT_CWD: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    input,
    env,
    encoding: 'utf8',
    timeout: COMMAND_MS,
  });
  return { status, stdout, stderr };
}

describe('npm run redact', () => {
  it('prints a clean file as it is and ends with 0', () => {
    const text = '{"zip":"02139-4307", "n":1.10}\n';
    expect(redact([file('clean.json', text)])).toEqual({ status: 0, stdout: text, stderr: 'clean.json: clean\n' });
  });

  it('prints several redacted files and a summary with the words that decided and no value, and ends with 1', () => {
    const json = file('report.json', '{"ssn":"666453920","note":"666.45.3920"}');
    const html = file('report.html', '<p>SSN: 666-45-3921</p>\n');
    const { status, stdout, stderr } = redact([json, html]);
    expect(status).toBe(1);
    expect(stdout).toBe('{"ssn":"***-**-****","note":"***-**-****"}<p>SSN: ***-**-****</p>\n');
    expect(stderr).toMatch(/^report\.json: 2 removed\n +1 +key +ssn {2}\(ssn\)\n +1 +pattern +note {2}\(3-2-4\)\n/);
    expect(stderr).toMatch(/report\.html: 1 removed\n +1 +context +p {2}\(SSN\)\n$/);
    expect(stderr).not.toMatch(/66645392|666.45.392/);
  });

  it('reads events by the line from standard input, shows no line that it refuses, and ends with 2', () => {
    const { status, stdout, stderr } = redact(
      ['-'],
      '{"type":"ContactChanged","notes":"SSN 666453920"}\n{"broken":"666453921\n\n{"type":"x"}\n',
    );
    expect(status).toBe(2);
    expect(stdout).toBe('{"type":"ContactChanged","notes":"SSN ***-**-****"}\n\n{"type":"x"}\n');
    expect(stderr).toContain('refused line 2: input_not_json');
    expect(stderr).not.toContain('66645392');
  });

  it('refuses what cannot be read to its end with code and reason, and shows nothing of it', () => {
    const names = [
      file('deep.json', '['.repeat(100_000) + ']'.repeat(100_000)),
      file('broken.json', '{"ssn":"666453920"'),
      file('latin1.txt', Buffer.from('SSN 666453920 \xff', 'latin1')),
      file('large.txt', Buffer.alloc(EIGHT_MIB + 1, 'x')),
      'missing-666-45-3920.json',
    ];
    const { status, stdout, stderr } = redact(names);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    for (const code of ['input_too_deep', 'input_not_json', 'input_not_utf8', 'input_too_large', 'not_readable']) {
      expect(stderr).toContain(`refused ${code}: `);
    }
    expect(stderr).toContain('missing-***-**-****.json');
    expect(stderr).not.toMatch(/666/);
  });

  it('explains itself when it is called wrongly', () => {
    expect(redact([])).toMatchObject({ status: 2, stdout: '' });
    expect(redact(['--unknown', 'x']).stderr).toContain('npm run');
    expect(redact(['--help'])).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('inspectFile', () => {
  const pieces = (text: string): Piece[] => [...inspectFile(Buffer.from(text))];

  it('gives every byte of a feed back, however large it is', () => {
    const line = `${JSON.stringify({ note: 'é'.repeat(1_000), amount: 1.1 })}\r\n`;
    const feed = line.repeat(1_500);
    const found = pieces(feed);
    expect(found.map((piece) => (piece.kind === 'redacted' ? piece.text : ''))).toEqual(new Array(1_500).fill(line));
  });

  it('refuses the line of a feed that is too long, and goes on', () => {
    const feed = `{"a":1}\n{"b":"${'x'.repeat(EIGHT_MIB)}"}\n{"c":1}`;
    const found = pieces(feed);
    expect(found.map((piece) => (piece.kind === 'redacted' ? piece.text : piece.code))).toEqual([
      '{"a":1}\n',
      'input_too_large',
      '{"c":1}',
    ]);
  });
});
