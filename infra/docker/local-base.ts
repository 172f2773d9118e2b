import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from './engine.ts';

const DEBIAN = 'bookworm';
const PATH = 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n';
const NODE = {
  image: 'localhost/fundlens-base:node24',
  /** What Node is linked to, and the roots that TLS clients trust. */
  packages: 'libstdc++6,ca-certificates',
  dockerfile: `FROM scratch
ADD root.tar /
COPY node /usr/local/bin/node
COPY package /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && node --version && npm --version
${PATH}`,
};
const JAVA = {
  image: 'localhost/fundlens-base:java17',
  /** The MongoDB stand-in and Valkey need the second; Java's own scripts need Perl's base, which is there. */
  packages: 'openjdk-17-jre-headless,libstdc++6',
  dockerfile: `FROM scratch
ADD root.tar /
RUN java -version
${PATH}`,
};

/**
 * A base image for a machine that can pull none: Debian by `mmdebstrap`, Node and npm from npm. Made once.
 * @throws when `mmdebstrap` is not there, with what to do
 */
export function buildNodeBase(engine: Engine, root: string): string {
  return build(engine, NODE, (folder) => {
    cpSync(join(root, 'node_modules/node/bin/node'), join(folder, 'node'));
    const packed = execFileSync('npm', ['pack', 'npm@11', '--pack-destination', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    execFileSync('tar', ['xzf', join(folder, packed.trim()), '-C', folder]);
  });
}

/** The same with Java, for the images of the servers. */
export function buildJavaBase(engine: Engine): string {
  return build(engine, JAVA, () => undefined);
}

function build(engine: Engine, { image, packages, dockerfile }: typeof NODE, add: (folder: string) => void): string {
  if (engine.succeeds(['image', 'inspect', image])) return image;
  const folder = mkdtempSync(join(tmpdir(), 'fundlens-base-'));
  try {
    const unneeded = ['doc', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
    // The packages of Java make links among the manual pages, whose folders must be there.
    const tidy = '--customize-hook=rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/* "$1"/usr/share/man/*';
    const debian = ['--variant=minbase', `--include=${packages}`, ...unneeded, tidy, DEBIAN, join(folder, 'root.tar')];
    const { error, status } = spawnSync('mmdebstrap', debian, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (error !== undefined || status !== 0) {
      throw new Error('no base image: give one by --base, or install mmdebstrap, which makes one of Debian packages');
    }
    add(folder);
    writeFileSync(join(folder, 'Dockerfile'), dockerfile);
    engine.run(['build', '-t', image, folder]);
    return image;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
