import { completeUpTo } from '@fundlens/read-models/checkpoint';

/**
 * Everything that changed until then is in the read models of the response; null: that is not known now.
 * @param headers of the response, after `dataAsOf`. @returns epoch milliseconds.
 */
export function watermarkIn(headers: Readonly<Record<string, string>>): number | null {
  const asOf = headers['X-Data-As-Of'];
  return asOf === undefined ? null : completeUpTo(Date.parse(asOf));
}
