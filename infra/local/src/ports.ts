import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { replaceFile } from './replace-file.ts';

/**
 * Below the range from which Linux and macOS take the ports of outgoing connections: a port chosen here cannot be taken
 * by somebody's client connection while its server restarts.
 */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 31_999;
const PORTS = HIGHEST_PORT - LOWEST_PORT + 1;

/**
 * A port for every name: the remembered one where it is still free, so that addresses stay the same over restarts,
 * otherwise a random free one.
 * @throws Error when no free port was found
 */
export async function choosePorts<Name extends string>(options: {
  names: readonly Name[];
  remembered: Readonly<Record<string, number>>;
  isFree: (port: number) => Promise<boolean>;
  /** Uniform in [0, 1). */
  random: () => number;
}): Promise<Record<Name, number>> {
  const taken = new Set<number>();
  const entries: [Name, number][] = [];
  for (const name of options.names) {
    const port = await choosePort(options, options.remembered[name], taken);
    taken.add(port);
    entries.push([name, port]);
  }
  return Object.fromEntries(entries) as Record<Name, number>;
}

async function choosePort(
  options: { isFree: (port: number) => Promise<boolean>; random: () => number },
  remembered: number | undefined,
  taken: ReadonlySet<number>,
): Promise<number> {
  if (remembered !== undefined && !taken.has(remembered) && (await options.isFree(remembered))) return remembered;
  // From a random one upwards: two starts at once seldom meet, and a free port is found whenever there is one.
  const first = Math.floor(options.random() * PORTS);
  for (let step = 0; step < PORTS; step += 1) {
    const port = LOWEST_PORT + ((first + step) % PORTS);
    if (!taken.has(port) && (await options.isFree(port))) return port;
  }
  throw new Error(`no free port between ${LOWEST_PORT} and ${HIGHEST_PORT}`);
}

/** Whether a server may listen on the port of this machine now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** The ports of the last start; none when the file is missing or damaged, because any free port will do. */
export function readPorts(file: string): Record<string, number> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
  if (typeof parsed !== 'object' || parsed === null) return {};
  const valid = ([, port]: [string, unknown]) => Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536;
  return Object.fromEntries(Object.entries(parsed).filter(valid)) as Record<string, number>;
}

export function writePorts(file: string, ports: Record<string, number>): void {
  replaceFile(file, `${JSON.stringify({ ...readPorts(file), ...ports }, undefined, 2)}\n`);
}
