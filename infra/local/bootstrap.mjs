// The one program that runs before anything is installed: plain JavaScript, no dependencies, any Node from 18 on.
//   node infra/local/bootstrap.mjs <command> [arguments]
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDependencies, isAlive } from './src/bootstrap/install.mjs';
import { missingForStack } from './src/machine.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What each command runs once everything is installed, and whether it starts the local stack. */
const COMMANDS = {
  verify: { npmScript: 'verify', needsStack: true },
  check: { npmScript: 'check:all', needsStack: false },
  start: { program: 'infra/local/src/start.ts', needsStack: true },
  reset: { program: 'infra/local/src/reset.ts', needsStack: false },
  publish: { program: 'shared/contracts/src/publishing/publish-command.ts', needsStack: false },
  contracts: { program: 'shared/contracts/src/publishing/contracts-command.ts', needsStack: false },
  bench: { program: 'test/bench/src/run.ts', needsStack: true },
  fundlens: { program: 'services/operator/src/fundlens-command.ts', needsStack: false },
  redact: { program: 'shared/redaction/src/redact-command.ts', needsStack: false },
  'fuzz:redaction': { program: 'shared/redaction/src/testing/fuzz-command.ts', needsStack: false },
  webhook: { program: 'services/ingest-highlevel/src/testing/webhook-command.ts', needsStack: false },
  simulate: { program: 'test/simulation/simulate-command.ts', needsStack: false },
  scenario: { program: 'test/scenarios/scenario-command.ts', needsStack: true },
};

const OLDEST_NODE = 18;
const EXIT_USAGE = 2;
const PARENT_LOOK_MILLISECONDS = 500;

/** @param {string} message @param {number} status @returns {never} */
function giveUp(message, status) {
  process.stderr.write(`${message}\n`);
  process.exit(status);
}

const [name = '', ...args] = process.argv.slice(2);
const command = Object.entries(COMMANDS).find(([known]) => known === name)?.[1];
if (command === undefined) {
  giveUp(`usage: node infra/local/bootstrap.mjs <${Object.keys(COMMANDS).join('|')}> [arguments]`, EXIT_USAGE);
}
if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  giveUp(
    `Node ${OLDEST_NODE} or newer is needed to install the rest, but this is ${process.versions.node}: install a current Node.`,
    1,
  );
}

// Before minutes are spent on installing.
const missing = command.needsStack ? missingForStack(process.env) : undefined;
if (missing !== undefined) giveUp(missing, 1);

/** npm's own program when npm started us: run under the repository's Node, so that a script's options are the same everywhere. */
const npm = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : undefined;
try {
  await installDependencies({ root, npm, report: (line) => process.stderr.write(`${line}\n`) });
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error), 1);
}

const bin = join(root, 'node_modules', '.bin');
/** KafkaJS asks for timers in the past. */
const QUIET = '--disable-warning=TimeoutNegativeWarning';
const environment = {
  ...process.env,
  PATH: [bin, process.env.PATH].join(delimiter),
  // Node strips and compiles each module once, not at every start.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node-compile'),
  // A default of KafkaJS that we set ourselves.
  KAFKAJS_NO_PARTITIONER_WARNING: '1',
};

/** @param {string} program @param {string[]} programArgs @param {NodeJS.ProcessEnv} env */
function run(program, programArgs, env) {
  // The fourth is a channel: when it closes, the program knows that we are gone.
  return spawn(program, programArgs, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
}

/** npm starts us by a shell, which some shells replace by us. */
function npmAndItsShell() {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', `${process.ppid}`], { encoding: 'utf8' });
  const [, grandparent, args = ''] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? '') ?? [];
  return /^\S*sh -c /.test(args) ? [process.ppid, Number(grandparent)] : [process.ppid];
}

function runCommand() {
  const node = join(bin, 'node');
  if (command === undefined) throw new Error('unreachable: checked above');
  if ('program' in command) return run(node, [QUIET, join(root, command.program), ...args], environment);
  const script = ['run', command.npmScript, ...args];
  const env = { ...environment, NODE_OPTIONS: [process.env.NODE_OPTIONS, QUIET].filter(Boolean).join(' ') };
  return npm === undefined ? run('npm', script, env) : run(node, [npm, ...script], env);
}

const child = runCommand();

// On a terminal Ctrl-C reaches the whole group, the program included; only what was sent to us alone is passed on.
process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
process.on('SIGTERM', () => child.kill('SIGTERM'));
process.on('SIGHUP', () => child.kill('SIGHUP'));
// npm passes no signal on, and its own death tells us nothing. Without npm our parent may end (nohup) and we go on.
if (process.env.npm_lifecycle_event !== undefined) {
  const parents = npmAndItsShell();
  setInterval(() => parents.every(isAlive) || child.kill('SIGTERM'), PARENT_LOOK_MILLISECONDS).unref();
}

child.once('error', (error) => giveUp(`${name} could not be started: ${error.message}`, 1));
child.once('exit', (code, signal) => {
  process.exit(code ?? 128 + (signal === null ? 1 : constants.signals[signal]));
});
