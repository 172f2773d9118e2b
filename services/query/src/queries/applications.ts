import { ANY_APPLICATION, applicationView, stageTerm } from '@fundlens/read-models/contacts/views/application';
import type { ReadModels } from './model-versions-store.ts';
import { createPageReads, type List, type Page, type PageRequest } from './page.ts';

export type ApplicationQueries = {
  /** @param stage null for every stage. */
  list(asked: { locationId: string; stage: string | null }, page: PageRequest, signal: AbortSignal): Promise<Page>;
};

const BY_SUBMISSION: List = { view: applicationView.name, sortedBy: 'applicationKey' };

export function createApplicationQueries(readModels: ReadModels): ApplicationQueries {
  const readPage = createPageReads();
  return {
    async list({ locationId, stage }, page, signal) {
      const applicationTerms = stage === null ? ANY_APPLICATION : stageTerm(stage);
      const tenant = { locationId, applicationTerms };
      return readPage(await readModels.collection('contacts'), { tenant }, BY_SUBMISSION, { ...page, signal });
    },
  };
}
