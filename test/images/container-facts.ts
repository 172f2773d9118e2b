import type { Engine } from '../../infra/docker/engine.ts';

/** What the kernel says of the processes in a container, and what they may write to. */
export type ContainerFacts = {
  /** Of every process of the service: user ids, capabilities as a hexadecimal mask. */
  readonly processes: readonly {
    readonly uids: readonly number[];
    readonly capabilities: string;
    readonly noNewPrivileges: boolean;
    readonly systemCallsFiltered: boolean;
  }[];
  /** The error code of writing to each folder; null where a file could be written. */
  readonly writes: Readonly<Record<string, string | null>>;
};

/** Runs in the container, where there is no shell to rely on. */
const LOOK = `
const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const field = (status, name) => new RegExp('^' + name + ':\\\\s+(.*)$', 'm').exec(status)[1];
const processes = readdirSync('/proc').filter((name) => /^\\d+$/.test(name) && Number(name) !== process.pid)
  .map((name) => { try { return readFileSync('/proc/' + name + '/status', 'utf8'); } catch { return ''; } })
  .filter((status) => /^Name:\\s+(node|MainThread)/m.test(status))
  .map((status) => ({
    uids: field(status, 'Uid').split(/\\s+/).map(Number),
    capabilities: field(status, 'CapEff'),
    noNewPrivileges: field(status, 'NoNewPrivs') === '1',
    systemCallsFiltered: field(status, 'Seccomp') === '2',
  }));
const writes = Object.fromEntries(['/', '/app', '/usr/local/bin'].map((folder) => {
  try { writeFileSync(folder + '/written', ''); return [folder, null]; } catch ({ code }) { return [folder, code]; }
}));
console.log(JSON.stringify({ processes, writes }));
`;

export function lookInto(engine: Engine, container: string): ContainerFacts {
  return JSON.parse(engine.run(['exec', container, 'node', '-e', LOOK])) as ContainerFacts;
}

/** What every manifest asks for. */
export const RESTRICTED = {
  uids: [65_532, 65_532, 65_532, 65_532],
  capabilities: '0000000000000000',
  noNewPrivileges: true,
  systemCallsFiltered: true,
} as const;
