import { dataOf, target } from './api-client.ts';
import type { QueryService } from './test-system.ts';

/** As much of a pipeline page as the tests look at (spec §4). */
export type PipelinePage = {
  readonly pipelineType: string;
  readonly returned: number;
  readonly nextCursor: string | null;
  readonly contacts: readonly PipelineEntry[];
};

export type PipelineEntry = { readonly contactId: string; readonly name: string | null; readonly stage: string | null };

export type WalkOptions = {
  readonly query: QueryService;
  readonly token: string;
  readonly limit: number;
  /** Called after each page, before the next is asked for. */
  readonly afterPage?: (page: PipelinePage) => Promise<void>;
};

/** All pages of the applicant pipeline, following `nextCursor` until it is null. */
export async function walkPipeline({ query, token, limit, afterPage }: WalkOptions): Promise<PipelinePage[]> {
  const pages: PipelinePage[] = [];
  let cursor: string | undefined;
  do {
    const where = target('/pipeline', { pipelineType: 'applicant', limit, cursor });
    const page = await dataOf<PipelinePage>(query.get({ target: where, token }));
    pages.push(page);
    await afterPage?.(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}
