import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { contactLine, reportLine } from '../testing/sample-lines.ts';

const COMMAND = fileURLToPath(new URL('publish-command.ts', import.meta.url));

/** No server is named: a dry run needs none. */
function run(args: readonly string[], lines: readonly string[] = []) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    input: lines.join('\n'),
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  });
  return { status, stdout: stdout.split('\n'), stderr };
}

describe('publish --dry-run', () => {
  test('tells topic, key, size and what redaction would remove, and why; never the value', () => {
    const stored = reportLine({ report: '{"a":[{"ssn":"078051120"}]}' });
    const { status, stdout, stderr } = run(['--dry-run'], [contactLine({ ssn: '078-05-1120' }), stored]);
    expect(stdout).toEqual([
      'Topics, keys and sizes, at most 20:',
      expect.stringMatching(/^ {2}line 1: crm\.changes\.v1 contact:loc-1:c-1 \(\d+ bytes\)$/),
      expect.stringMatching(/^ {2}line 2: funding\.changes\.v1 credit-report:loc-1:c-1:r-1 \(\d+ bytes\)$/),
      'What redaction would remove before anything is stored, at most 20 fields:',
      '  1 × ContactChanged.ssn (dropped)',
      '  1 × CreditReportStored.report > a[].ssn (ssn)',
      'Checked: 2 events would be published, 0 lines refused. Nothing was sent.',
      '',
    ]);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout.join('\n')).not.toMatch(/078|1120/);
  });

  test('ends with 1 for refused lines, of which it shows a hundred and counts the others', () => {
    const { status, stdout } = run(
      ['--dry-run'],
      [contactLine(), contactLine({ x: 1 }), ...Array<string>(249).fill('x')],
    );
    expect(stdout).toContain('  line 2: x: is not a field of ContactChanged');
    expect(stdout.filter((line) => line.includes('must be one JSON object'))).toHaveLength(99);
    expect(stdout).toContain('  … and 150 more lines');
    expect(stdout).toContain('Checked: 1 event would be published, 250 lines refused. Nothing was sent.');
    expect(status).toBe(1);
  });

  test.each([
    ['/nonexistent/events', 'The file cannot be read (ENOENT).\n'],
    [tmpdir(), 'The file cannot be read (EISDIR).\n'],
  ])('says what is wrong with %s', (file, stderr) => {
    expect(run(['--dry-run', file])).toMatchObject({ status: 2, stderr });
  });
});

test('Ctrl-C ends it while it waits for its input', async () => {
  const child = spawn(process.execPath, [COMMAND, '--dry-run'], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.write(`${contactLine({ x: 1 })}\n`.repeat(2_000));
  await once(child.stdin, 'drain');
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
});

test('a wrong command shows the usage and ends with 2', () => {
  const usage = { status: 2, stderr: expect.stringContaining('npm run publish -- events.ndjson') };
  expect(run(['--force'])).toMatchObject(usage);
});
