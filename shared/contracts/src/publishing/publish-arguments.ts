import { parseArgs } from 'node:util';

export const USAGE = `Publishes change events from lines of JSON.

  npm run publish -- events.ndjson          all events, or none when one of them is refused
  npm run publish -- --dry-run FILE         checks only, without any server: rules, keys, sizes, and what redaction
                                            would remove and why; nothing is sent
  npm run publish -- --keep-going FILE      the good events; the others are listed
  … | npm run publish                       from standard input

Where to: KAFKA_BROKERS, SCHEMA_REGISTRY_URL and TOPIC_PREFIX, or the local stack while "npm start" runs.
Ends with 0 when all is published, 1 when something was refused or a server is away, 2 when the command is wrong.
The events are described in infra/guides/events.md.
`;

export type PublishArguments = {
  readonly help: boolean;
  /** Undefined: standard input. */
  readonly file: string | undefined;
  readonly keepGoing: boolean;
  readonly dryRun: boolean;
};

/** Null when they are not those of the usage. */
export function readPublishArguments(args: readonly string[]): PublishArguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'keep-going': { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [file, ...more] = positionals;
    if (more.length > 0) return null;
    return {
      help: values.help,
      file: file === '-' ? undefined : file,
      keepGoing: values['keep-going'],
      dryRun: values['dry-run'],
    };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
