import { z } from 'zod';
import { lookAlikes } from './look-alikes.ts';
import { fileOptionOf, readSecretFile } from './secret-files.ts';

/** Environment variables as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Names every wrong option with its rule, never its value: a value may be a secret. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the options of `schema` from `environment`. An empty variable counts as unset, as deployment tools write unset values
 * that way. An option of `secretOptions` is also read from the file that its `_FILE` option names. Other variables are ignored, but for one whose name is a slip away from an option that is not set: the default
 * would hold where the operator believes to have set another value.
 * @throws ConfigError naming every wrong option at once.
 */
export function parseConfig<Schema extends z.ZodObject>(schema: Schema, environment: Environment): z.output<Schema> {
  const { given, unset, problems } = readVariables(schema, environment);
  const misspelt = lookAlikes(
    unset,
    Object.keys(environment).filter((name) => !(name in schema.shape)),
  );
  const result = schema.safeParse(given);
  if (result.success && misspelt.length === 0 && problems.size === 0) return result.data;
  const issues = (result.error?.issues ?? []).filter(({ path }) => !problems.has(String(path[0])));
  throw new ConfigError([
    ...problems.values(),
    ...issues.map((issue) => {
      const name = issue.path.join('.') || 'configuration';
      const missing = issue.code === 'invalid_type' && given[name] === undefined;
      return `${name}: ${missing ? `is required and not set; ${meaningOf(schema, name)}` : issue.message}`;
    }),
    ...misspelt.map(
      ({ found, meant }) =>
        `${found}: is no option. Rename the variable to ${meant}, or set ${meant} as well if it is not ours`,
    ),
  ]);
}

/** The variables of the options, with the content of the files that `_FILE` options name; problems by option. */
function readVariables(schema: z.ZodObject, environment: Environment) {
  const names = Object.keys(schema.shape);
  const given: Record<string, string> = {};
  for (const name of names) if (environment[name]) given[name] = environment[name];
  const unset = names.filter((name) => given[name] === undefined);
  const problems = new Map<string, string>();
  for (const name of names) {
    const file = fileOptionOf(name);
    const path = given[file];
    if (!(file in schema.shape) || path === undefined) continue;
    if (given[name] !== undefined) {
      problems.set(name, `${name}: is set, and so is ${file}. Unset one of the two`);
      continue;
    }
    const read = readSecretFile(path);
    if ('value' in read) given[name] = read.value;
    else problems.set(name, `${file}: ${read.problem}`);
  }
  return { given, unset, problems };
}

function meaningOf(schema: z.ZodObject, name: string): string {
  const option = schema.shape[name] as z.ZodType | undefined;
  return `set the environment variable: ${option?.description ?? name}`.replace(/\.$/, '');
}

const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A URL without credentials: what is sent there is encrypted on its way, or does not leave this machine. */
export function isConfidential(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && THIS_MACHINE.has(url.hostname));
}

export function httpUrl() {
  return z
    .string()
    .refine(
      (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
      'must be a URL beginning with http:// or https://',
    );
}

const WHOLE_NUMBER = /^(0|[1-9][0-9]{0,15})$/;

/** A whole number within `min`..`max`, written in plain decimal digits. */
export function wholeNumber(limits: { min: number; max: number }) {
  return z
    .string()
    .regex(WHOLE_NUMBER, 'must be a whole number in plain decimal digits')
    .transform(Number)
    .refine((value) => value >= limits.min && value <= limits.max, `must be from ${limits.min} to ${limits.max}`);
}

/** Says what is wrong with one option, for rules about several of them. */
export type Refuse = (option: string, message: string) => void;

export function refusalsIn(context: z.core.$RefinementCtx): Refuse {
  return (option, message) => void context.addIssue({ code: 'custom', path: [option], message, input: undefined });
}

/** Options that mean something only together. */
export function requireBoth(
  options: Readonly<Record<string, unknown>>,
  names: readonly [string, string],
  refuse: Refuse,
): void {
  for (const [given, missing] of [names, names.toReversed()] as [string, string][]) {
    if (options[given] !== undefined && options[missing] === undefined)
      refuse(missing, `is required when ${given} is set`);
  }
}

/** `true` or `false`. */
export function flag() {
  return z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');
}

/** A comma-separated list without empty items. */
export function list() {
  return z
    .string()
    .transform((value) => value.split(',').map((item) => item.trim()))
    .refine((items) => items.every((item) => item !== ''), 'must be a comma-separated list without empty items');
}
