import { z } from 'zod';
import { flag, list, wholeNumber } from './config.ts';
import { secretOptions } from './secret-files.ts';

/** Options that every service has, so that names, checks and descriptions are the same. */

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const MAX_PORT = 65_535;

/** A TCP port; 0 takes any free one. */
export function port(defaultPort: number) {
  return wholeNumber({ min: 0, max: MAX_PORT }).prefault(String(defaultPort));
}

export function adminOptions(defaultPort: number) {
  return {
    ADMIN_HOST: z
      .string()
      .prefault('127.0.0.1')
      .describe(
        'Address of health and metrics; 0.0.0.0 in a container, where probes and Prometheus come from outside.',
      ),
    ADMIN_ALLOWED_HOSTS: list()
      .transform((names) => names.map((name) => name.toLowerCase()))
      .prefault('localhost')
      .describe(
        'Names in the Host of requests to that port, comma-separated, e.g. of a container that Prometheus asks by name; addresses and localhost always are.',
      ),
    ADMIN_PORT: port(defaultPort).describe('Port of health and metrics; 0: any.'),
  };
}

/** Of a service whose admin port has commands. */
export const adminTokenOptions = secretOptions({
  ADMIN_TOKEN: z
    .string()
    .regex(/^[!-~]{32,1000}$/, 'must be 32 to 1000 visible ASCII characters')
    .optional()
    .describe('Secret of an operator who changes something by the admin port. Unset: its pages and routes only show.'),
});

export const mongodbOptions = {
  ...secretOptions({
    MONGODB_URL: z
      .string()
      .regex(/^mongodb(\+srv)?:\/\/\S+$/, 'must be a URL beginning with mongodb:// or mongodb+srv://')
      .describe('MongoDB connection string.'),
  }),
  MONGODB_DATABASE: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,38}$/, 'must be 1 to 38 of the characters A-Z a-z 0-9 _ -')
    .prefault('fundlens')
    .describe('Database of the read models.'),
};

const PDF_STORES = ['mongodb', 's3'] as const;
const ENCRYPTIONS = ['none', 'AES256', 'aws:kms'] as const;
/** Characters that a URL needs no encoding for, so that signer, proxy and store cannot differ. */
const OBJECT_PREFIX = /^([A-Za-z0-9_-]{1,60}\/){0,4}$/;
const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || `${url.origin}/` !== url.href) return false;
  // Reports and ids travel there.
  return url.protocol === 'https:' || (url.protocol === 'http:' && THIS_MACHINE.has(url.hostname));
}

export const pdfStoreOptions = {
  PDF_STORE: z
    .enum(PDF_STORES, `must be one of ${PDF_STORES.join(', ')}`)
    .prefault('mongodb')
    .describe('Where the bytes of new PDFs are kept; s3: an S3-compatible object store. The same for all services.'),
  S3_ENDPOINT: z
    .string()
    .refine(isEndpoint, 'must be an https URL (http on this machine) without path, credentials, query and fragment')
    .transform((url) => url.replace(/\/$/, ''))
    .optional()
    .describe('URL of the object store, without the bucket; while it is set, PDFs are found there too.'),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 of the characters a-z 0-9 -')
    .prefault('us-east-1')
    .describe('Region that requests to the object store are signed for.'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a name of a bucket: 3 to 63 of a-z 0-9 . -')
    .optional()
    .describe('Bucket of the PDFs, which must be there; for one system alone, or with a prefix of its own.'),
  S3_PREFIX: z
    .string()
    .regex(OBJECT_PREFIX, 'must be names of A-Z a-z 0-9 _ - with a slash after each')
    .prefault('fundlens/')
    .describe('Beginning of the keys of new objects.'),
  ...secretOptions({
    S3_ACCESS_KEY_ID: z
      .string()
      .regex(/^[!-~]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
      .optional()
      .describe('Access key: projector and operator read, write and delete objects, the query service reads.'),
    S3_SECRET_ACCESS_KEY: z.string().max(1_000).optional().describe('Secret of the access key.'),
  }),
  S3_FORCE_PATH_STYLE: flag()
    .prefault('false')
    .describe('Put the bucket into the path and not into the host name, as many S3-compatible stores want it.'),
  S3_SERVER_SIDE_ENCRYPTION: z
    .enum(ENCRYPTIONS, `must be one of ${ENCRYPTIONS.join(', ')}`)
    .prefault('none')
    .describe('Encryption that new objects ask for; none: as the bucket has it.'),
};

const NEEDED_FOR_S3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

type GivenPdfStore = { readonly PDF_STORE: string } & {
  readonly [Name in (typeof NEEDED_FOR_S3)[number]]?: string | undefined;
};

/** For the schemas with `pdfStoreOptions`: an object store is described completely or not at all. */
export function requireWholePdfStore(options: GivenPdfStore, context: z.core.$RefinementCtx): void {
  const missing = NEEDED_FOR_S3.filter((name) => options[name] === undefined);
  const inUse = options.PDF_STORE === 's3';
  if (missing.length === 0 || (!inUse && missing.length === NEEDED_FOR_S3.length)) return;
  for (const name of missing) {
    const message = inUse ? 'is required when PDF_STORE is s3' : 'is required when other options of the store are set';
    context.addIssue({ code: 'custom', path: [name], message, input: undefined });
  }
}

export const processOptions = {
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .prefault('info')
    .describe('Lowest level that is logged.'),
  STOP_TIMEOUT_MS: wholeNumber({ min: 100, max: 600_000 })
    .prefault('10000')
    .describe('How long each part of the process, and requests in flight, may take to stop.'),
};
