import { parseArgs } from 'node:util';

export const USAGE = `Publishes change events from lines of JSON, Avro container files or CSV.

  npm run publish -- events.ndjson          all events, or none when one of them is refused
  npm run publish -- --dry-run FILE         checks only, without any server: rules, keys, sizes, and what redaction
                                            would remove and why; nothing is sent
  npm run publish -- --strict FILE          also refuses what is doubtful: numbers that redaction would remove, dropped
                                            fields, dates ahead, one version with two contents
  npm run publish -- --keep-going FILE      the good events; the others are listed
  npm run publish -- --resume STATE FILE    notes in STATE how far Kafka has the input, and goes on from there when it is
                                            called again after a crash
  … | npm run publish                       from standard input

  --format ndjson|avro|csv   default: by the file's name (.avro, .csv, .tsv), else ndjson
  --max-rate N               at most N events a second, to leave room for live traffic; default: as fast as Kafka takes them
  --mapping MAPPING.json     which column of a CSV file is which field; needed for csv

Where to: KAFKA_BROKERS, SCHEMA_REGISTRY_URL and TOPIC_PREFIX, or the local stack while "npm start" runs.
Ends with 0 when all is published, 1 when something was refused or a server is away, 2 when the command is wrong.
The events are described in infra/guides/events.md.
`;

export type PublishArguments = {
  readonly help: boolean;
  /** Undefined: standard input. */
  readonly file?: string;
  readonly keepGoing: boolean;
  readonly dryRun: boolean;
  readonly strict: boolean;
  readonly format: Format;
  /** Given where the format is csv, and only there. */
  readonly mapping?: string;
  /** The file that holds how far an earlier run came. */
  readonly resume?: string;
  /** Events a second. */
  readonly maxRate?: number;
};

export type Format = 'ndjson' | 'avro' | 'csv';

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
        format: { type: 'string' },
        mapping: { type: 'string' },
        resume: { type: 'string' },
        'max-rate': { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [file, ...more] = positionals;
    const { mapping, resume } = values;
    const rate = values['max-rate'];
    if (rate !== undefined && !/^[1-9]\d{0,6}$/.test(rate)) return null;
    const format = values.format ?? formatOf(file ?? '');
    if (more.length > 0 || !isFormat(format) || (format === 'csv') !== (mapping !== undefined)) return null;
    return {
      ...(file !== undefined && file !== '-' && { file }),
      help: values.help,
      keepGoing: values['keep-going'],
      dryRun: values['dry-run'],
      strict: values.strict,
      format,
      ...(mapping !== undefined && { mapping }),
      ...(resume !== undefined && { resume }),
      ...(rate !== undefined && { maxRate: Number(rate) }),
    };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const FORMATS: Readonly<Record<string, Format>> = { avro: 'avro', csv: 'csv', tsv: 'csv' };

function formatOf(file: string): Format {
  return FORMATS[/\.([a-z]+)$/.exec(file)?.[1] ?? ''] ?? 'ndjson';
}

function isFormat(name: string): name is Format {
  return name === 'ndjson' || name === 'avro' || name === 'csv';
}
