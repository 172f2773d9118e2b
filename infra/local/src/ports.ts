import { readFileSync } from 'node:fs';
import getPort, { clearLockedPorts, portNumbers } from 'get-port';
import { z } from 'zod';
import { replaceFile } from './replace-file.ts';

/**
 * Below the range from which Linux and macOS take the ports of outgoing connections: no client connection can take a
 * port of this range while its server restarts.
 */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 31_999;

/**
 * A port for every name: the remembered one while it is free, so that addresses stay the same over restarts, otherwise
 * another free one.
 */
export async function choosePorts<Name extends string>(options: {
  names: readonly Name[];
  remembered?: Readonly<Record<string, number>>;
  /** Ports that this process has given away. */
  taken?: Iterable<number>;
  /** Where in the range the search begins, in [0, 1). Default: anywhere, so that two starts at once seldom meet. */
  searchFrom?: number;
}): Promise<Record<Name, number>> {
  const { names, remembered = {}, searchFrom = Math.random() } = options;
  const taken = new Set(options.taken);
  // get-port refuses what it gave in the last seconds, but a second start in this process wants the same ports again.
  clearLockedPorts();
  const ports: [Name, number][] = [];
  for (const name of names) {
    const port = await getPort({ host: '127.0.0.1', port: candidates(remembered[name], searchFrom), exclude: taken });
    taken.add(port);
    ports.push([name, port]);
  }
  return Object.fromEntries(ports) as Record<Name, number>;
}

function* candidates(remembered: number | undefined, searchFrom: number): Generator<number> {
  if (remembered !== undefined) yield remembered;
  const first = LOWEST_PORT + Math.floor(searchFrom * (HIGHEST_PORT - LOWEST_PORT));
  yield* portNumbers(first, HIGHEST_PORT);
  yield* portNumbers(LOWEST_PORT, first);
}

const schema = z.record(z.string(), z.int().min(1).max(65_535));

/** The ports of the last start; none when the file is missing or damaged, because any free port will do. */
export function readPorts(file: string): Record<string, number> {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

export function writePorts(file: string, ports: Record<string, number>): void {
  replaceFile(file, `${JSON.stringify({ ...readPorts(file), ...ports }, undefined, 2)}\n`);
}
