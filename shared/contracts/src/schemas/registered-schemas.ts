import { RetryableError } from '@fundlens/runtime/errors';
import { z } from 'zod';
import { createRegistryHttp, type RegistryConnection, type RegistryResponse } from '../wire/registry-http.ts';

/** What a registry has for one subject. */
export type Subject = {
  /** `BACKWARD_TRANSITIVE`; that of all subjects when it has none of its own. */
  readonly level: string;
  readonly versions: readonly { readonly version: number; readonly schema: unknown }[];
  /** Whether the registry itself would take the schema now. */
  readonly accepts: boolean;
};

/** Reads a registry and registers nothing. */
export type RegisteredSchemas = {
  /**
   * Null when the registry does not have the subject.
   * @throws RetryableError when the registry is away or refuses the caller.
   */
  subject(name: string, candidate: unknown): Promise<Subject | null>;
};

const versionsSchema = z.array(z.int());
const versionSchema = z.object({ schema: z.string() });
const levelSchema = z.object({ compatibilityLevel: z.string().max(64) });
const verdictSchema = z.object({ is_compatible: z.boolean() });

const NOT_FOUND = 404;
/** What registries answer for a schema that they cannot read. */
const UNPROCESSABLE = 422;

export function createRegisteredSchemas(connection: RegistryConnection): RegisteredSchemas {
  const send = createRegistryHttp(connection);
  const ask = (...[request]: Parameters<typeof send>) => send(request).catch(away);

  async function levelOf(subject: string): Promise<string> {
    const own = await ask({ method: 'GET', path: `/config/${subject}` });
    const answer = own.status === NOT_FOUND ? await ask({ method: 'GET', path: '/config' }) : own;
    return read(levelSchema, answer).compatibilityLevel;
  }

  return {
    async subject(name, candidate) {
      const subject = encodeURIComponent(name);
      const listed = await ask({ method: 'GET', path: `/subjects/${subject}/versions` });
      if (listed.status === NOT_FOUND) return null;
      const versions: { version: number; schema: unknown }[] = [];
      for (const version of read(versionsSchema, listed)) {
        const answer = await ask({ method: 'GET', path: `/subjects/${subject}/versions/${version}` });
        versions.push({ version, schema: JSON.parse(read(versionSchema, answer).schema) });
      }
      const path = `/compatibility/subjects/${subject}/versions`;
      const verdict = await ask({ method: 'POST', path, body: { schema: JSON.stringify(candidate) } });
      const accepts = verdict.status !== UNPROCESSABLE && read(verdictSchema, verdict).is_compatible;
      return { level: await levelOf(subject), versions, accepts };
    },
  };
}

function read<Schema extends z.ZodType>(schema: Schema, { status, json }: RegistryResponse): z.output<Schema> {
  const parsed = schema.safeParse(json);
  if (status < 300 && parsed.success) return parsed.data;
  throw new RetryableError('registry_unavailable', `The schema registry does not answer as one (status ${status}).`);
}

function away(error: unknown): never {
  throw new RetryableError('registry_unavailable', 'The schema registry cannot be reached.', { cause: error });
}
