import type { DataOf } from '@fundlens/client/api-shapes';
import { typedClient } from './api-client.ts';
import type { QueryService } from './test-system.ts';

export type PipelinePage = DataOf<'/pipeline'>;

export type WalkOptions = {
  readonly query: Pick<QueryService, 'baseUrl'>;
  readonly token: string;
  readonly limit: number;
  /** Called after each page, before the next is asked for. */
  readonly afterPage?: (page: PipelinePage) => Promise<void>;
};

/** All pages of the applicant pipeline, following `nextCursor` until it is null. */
export async function walkPipeline({ query, token, limit, afterPage }: WalkOptions): Promise<PipelinePage[]> {
  const pages: PipelinePage[] = [];
  for await (const page of typedClient(query.baseUrl, token).pages('/pipeline', { pipelineType: 'applicant', limit })) {
    pages.push(page);
    await afterPage?.(page);
  }
  return pages;
}
