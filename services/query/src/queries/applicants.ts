import type { ReadModels } from './model-versions-store.ts';
import { type Page, type PageRequest, readPage } from './page.ts';

export type ApplicantQueries = {
  /** @param stage null for every stage. */
  list(locationId: string, stage: string | null, page: PageRequest): Promise<Page>;
};

export function createApplicantQueries(readModels: ReadModels): ApplicantQueries {
  return {
    async list(locationId, stage, page) {
      const filter = stage === null ? { locationId } : { locationId, stage };
      return readPage(await readModels.collection('applicants'), filter, page);
    },
  };
}
