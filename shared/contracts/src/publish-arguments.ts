import { parseArgs } from 'node:util';

export const USAGE = `Publishes change events: one JSON object per line.

  npm run publish -- events.ndjson          all events, or none when one of them is refused
  npm run publish -- --dry-run FILE         checks only, without any server: rules, keys, sizes, and what redaction
                                            would remove and why; nothing is sent
  npm run publish -- --strict FILE          also refuses what is doubtful: numbers that redaction would remove, dropped
                                            fields, dates ahead, one version with two contents
  npm run publish -- --keep-going FILE      the good events; the others are listed
  … | npm run publish                       from standard input

Where to: KAFKA_BROKERS, SCHEMA_REGISTRY_URL and TOPIC_PREFIX, or the local stack while "npm start" runs.
Ends with 0 when all is published, 1 when something was refused or a server is away, 2 when the command is wrong.
The events are described in shared/contracts/README.md.
`;

export type PublishArguments = {
  readonly help: boolean;
  /** Undefined: standard input. */
  readonly file?: string;
  readonly keepGoing: boolean;
  readonly dryRun: boolean;
  readonly strict: boolean;
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
        strict: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [file, ...more] = positionals;
    if (more.length > 0) return null;
    return {
      ...(file !== undefined && file !== '-' && { file }),
      help: values.help,
      keepGoing: values['keep-going'],
      dryRun: values['dry-run'],
      strict: values.strict,
    };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
