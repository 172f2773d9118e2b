import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IMAGE = 'localhost/fundlens-base:node24';
const DEBIAN = 'bookworm';
/** What Node is linked to, and the roots that TLS clients trust. */
const PACKAGES = 'libstdc++6,ca-certificates';
const DOCKERFILE = `FROM scratch
ADD root.tar /
COPY node /usr/local/bin/node
COPY package /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && node --version && npm --version
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
`;

/**
 * A base image for a machine that can pull none: Debian by `mmdebstrap`, Node and npm from npm. Made once.
 * @throws when `mmdebstrap` is not there, with what to do
 */
export function buildLocalBase(engine: string, root: string): string {
  if (spawnSync(engine, ['image', 'inspect', IMAGE], { stdio: 'ignore' }).status === 0) return IMAGE;
  const folder = mkdtempSync(join(tmpdir(), 'fundlens-base-'));
  try {
    const unneeded = ['doc', 'locale', 'man'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
    const tidy = '--customize-hook=rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*';
    const debian = ['--variant=minbase', `--include=${PACKAGES}`, ...unneeded, tidy, DEBIAN, join(folder, 'root.tar')];
    const { error, status } = spawnSync('mmdebstrap', debian, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (error !== undefined || status !== 0) {
      throw new Error('no base image: give one by --base, or install mmdebstrap, which makes one of Debian packages');
    }
    cpSync(join(root, 'node_modules/node/bin/node'), join(folder, 'node'));
    const packed = execFileSync('npm', ['pack', 'npm@11', '--pack-destination', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    execFileSync('tar', ['xzf', join(folder, packed.trim()), '-C', folder]);
    writeFileSync(join(folder, 'Dockerfile'), DOCKERFILE);
    execFileSync(engine, ['build', '-t', IMAGE, folder], { stdio: 'ignore' });
    return IMAGE;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
