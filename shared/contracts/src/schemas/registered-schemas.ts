import { z } from 'zod';
import { answerOf, NOT_FOUND, UNPROCESSABLE } from '../wire/registry.ts';
import { createRegistryHttp, type RegistryConnection } from '../wire/registry-http.ts';

/**
 * Asks whether a registry would take the schema for the subject, by the level of the subject; registers nothing.
 * @returns why not, in one sentence; null when it would
 * @throws RetryableError when the registry is away or refuses the caller.
 */
export type AskRegistry = (subject: string, candidate: unknown) => Promise<string | null>;

const verdictSchema = z.object({ is_compatible: z.boolean(), messages: z.array(z.string()).default([]) });

export function askRegistry(connection: RegistryConnection): AskRegistry {
  const send = createRegistryHttp(connection);
  return async (subject, candidate) => {
    const path = `/compatibility/subjects/${encodeURIComponent(subject)}/versions?verbose=true`;
    const verdict = await send({ method: 'POST', path, body: { schema: JSON.stringify(candidate) } });
    if (verdict.status === NOT_FOUND) return null;
    const unread = { is_compatible: false, messages: ['it cannot read the schema'] };
    const found = verdict.status === UNPROCESSABLE ? unread : answerOf(verdict, verdictSchema);
    if (found.is_compatible) return null;
    return [`the registry refuses it for ${subject}`, ...found.messages.slice(0, 1)].join(': ');
  };
}
