// Plain JavaScript because it runs before anything is installed, under any Node from 18 on.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, resolved?: string, optional?: boolean, devOptional?: boolean }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} LockFile
 */

/** npm shows no progress of its own where there is no terminal. */
const STILL_THERE_MILLISECONDS = 5_000;

/** @param {number} milliseconds */
const inSeconds = (milliseconds) => (milliseconds / 1000).toFixed(1);

/**
 * Runs `npm ci` when node_modules is not what the lock file says. Two starts at once: the second gives up.
 * @param {{ root: string, npm: string | undefined, report: (line: string) => void }} options
 *   `npm`: npm's own program, when an npm script started us
 */
export async function installDependencies({ root, npm, report }) {
  if (isInstalled(root)) return;
  const release = takeInstallation(root);
  try {
    const count = Object.keys(readLock(join(root, 'package-lock.json'))?.packages ?? {}).length;
    report(`Installing the dependencies, at most ${count} packages (npm ci) …`);
    const startedAt = Date.now();
    const stillThere = setInterval(
      () => report(`… still installing (${inSeconds(Date.now() - startedAt)} s)`),
      STILL_THERE_MILLISECONDS,
    );
    try {
      await npmCi(root, npm);
    } finally {
      clearInterval(stillThere);
    }
    if (!isInstalled(root)) throw new Error(notInstalledAfterAll(root));
    report(`Dependencies installed in ${inSeconds(Date.now() - startedAt)} s.`);
  } finally {
    release();
  }
}

/**
 * Two npm at once would destroy each other's work. npm tells no one that it runs, and a lock that is only a file would
 * outlive a killed start, so the file names the process.
 * @param {string} root
 * @returns {() => void} the release
 */
function takeInstallation(root) {
  const file = join(root, '.fundlens', 'installing');
  mkdirSync(join(root, '.fundlens'), { recursive: true });
  const holder = Number(readIfThere(file));
  if (holder > 1 && isAlive(holder)) {
    throw new Error(`Another start (process ${holder}) installs the dependencies: wait for it and start again.`);
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // Nobody installs.
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** @param {string} root */
function isInstalled(root) {
  const wanted = readLock(join(root, 'package-lock.json'));
  const present = readLock(join(root, 'node_modules', '.package-lock.json'));
  return wanted !== undefined && present !== undefined && agree(wanted, present) && repositoryNode(root) !== undefined;
}

/**
 * Whether what npm noted down of its last installation is what the lock file asks for. Contents are compared and not
 * dates: a checkout touches files without changing them, and an install that changes nothing must not run again.
 * Optional packages are those of other platforms; npm leaves them out.
 * @param {LockFile} wanted
 * @param {LockFile} present
 */
export function agree(wanted, present) {
  const wantedPackages = wanted.packages ?? {};
  const presentPackages = present.packages ?? {};
  const complete = Object.entries(wantedPackages).every(
    ([path, locked]) => !isInstalledPath(path) || locked.optional || locked.devOptional || path in presentPackages,
  );
  const same = Object.entries(presentPackages).every(([path, installed]) => {
    const locked = wantedPackages[path];
    if (!isInstalledPath(path)) return true;
    return (
      locked !== undefined &&
      locked.version === installed.version &&
      locked.integrity === installed.integrity &&
      locked.link === installed.link
    );
  });
  return complete && same;
}

/** The other entries are the workspaces themselves, which are never installed but linked. @param {string} path */
function isInstalledPath(path) {
  return path.includes('node_modules/');
}

/** @param {string} file @returns {LockFile | undefined} */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // Missing or cut off by a killed installation: either way it has to be installed.
  }
}

/** The version of the Node that the repository brings, when it runs. @param {string} root */
function repositoryNode(root) {
  const { status, stdout } = spawnSync(join(root, 'node_modules', '.bin', 'node'), ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** @param {string} root */
function notInstalledAfterAll(root) {
  return repositoryNode(root) === undefined
    ? 'npm ci ran, but the Node of the repository does not: it is put in place by an install script of the package "node", so allow install scripts (npm config get ignore-scripts) and start again.'
    : 'npm ci ran, but node_modules is not what package-lock.json says; run "npm ci" by hand to see why.';
}

/** @param {string} root @param {string | undefined} npm @returns {Promise<void>} */
function npmCi(root, npm) {
  // Its warnings concern the machine's Node, which runs nothing but this.
  const ci = ['ci', '--loglevel=error'];
  const [program, args] = npm === undefined ? ['npm', ci] : [process.execPath, [npm, ...ci]];
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', (error) =>
      reject(new Error(`npm could not be started (${error.message}): install npm, it comes with Node.`)),
    );
    child.once('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`npm ci failed (${signal ?? `exit status ${code}`}); see above.`)),
    );
  });
}
