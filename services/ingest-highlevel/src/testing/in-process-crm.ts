import type { CrmRequests } from '../crm-api/requests.ts';
import type { ModelCrm } from './model-crm.ts';
import { answerRead } from './model-read-api.ts';

/** The model's read API without HTTP, limits and tokens, for cases by the thousand. */
export function inProcessRequests(crm: ModelCrm): CrmRequests {
  return {
    async send(owner, _purpose, { method, path, query = {}, body }) {
      const parameters = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
      const request = {
        method,
        path,
        query: parameters,
        body: body as Record<string, unknown> | undefined,
      };
      const { status, body: answer } = answerRead(crm, owner.id, request);
      if (status === 200) return JSON.parse(JSON.stringify(answer));
      if (status === 400 || status === 404) return undefined;
      throw new Error(`The model answers ${status} to ${method} ${path}.`);
    },
  };
}
