import { z } from 'zod';
import { answerOf, NOT_FOUND, UNPROCESSABLE } from '../wire/registry.ts';
import { createRegistryHttp, type RegistryConnection } from '../wire/registry-http.ts';

/** What a registry has for one subject. */
export type Subject = {
  readonly versions: readonly { readonly version: number; readonly schema: unknown }[];
  /** Whether the registry itself would take the schema now, by the level of the subject. */
  readonly accepts: boolean;
};

/**
 * Asks what a registry has for the subject, and whether it would take the schema; registers nothing. Null when it does not
 * have the subject.
 * @throws RetryableError when the registry is away or refuses the caller.
 */
export type AskRegistry = (subject: string, candidate: unknown) => Promise<Subject | null>;

const versionsSchema = z.array(z.int());
const versionSchema = z.object({ schema: z.string() });
const verdictSchema = z.object({ is_compatible: z.boolean() });

export function askRegistry(connection: RegistryConnection): AskRegistry {
  const send = createRegistryHttp(connection);
  const get = (path: string) => send({ method: 'GET', path });
  return async (name, candidate) => {
    const subject = encodeURIComponent(name);
    const listed = await get(`/subjects/${subject}/versions`);
    if (listed.status === NOT_FOUND) return null;
    const versions: { version: number; schema: unknown }[] = [];
    for (const version of answerOf(listed, versionsSchema)) {
      const { schema } = answerOf(await get(`/subjects/${subject}/versions/${version}`), versionSchema);
      versions.push({ version, schema: JSON.parse(schema) });
    }
    const path = `/compatibility/subjects/${subject}/versions`;
    const verdict = await send({ method: 'POST', path, body: { schema: JSON.stringify(candidate) } });
    const accepts = verdict.status !== UNPROCESSABLE && answerOf(verdict, verdictSchema).is_compatible;
    return { versions, accepts };
  };
}
