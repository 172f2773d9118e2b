import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import type { DeadLetterRepository, DeadLetterSelection } from '../dead-letters/dead-letter-repository-store.ts';

/** So many dead letters are held in memory at a time, whatever is selected. */
const PAGE = 200;

/** Every dead letter of the selection once, without payloads; what becomes of them meanwhile does not matter. */
export async function* deadLetterPages(
  { list }: Pick<DeadLetterRepository, 'list'>,
  selection: DeadLetterSelection,
): AsyncGenerator<DeadLetter> {
  let after: DeadLetter | null = null;
  for (;;) {
    const page: readonly DeadLetter[] = await list(selection, { limit: PAGE, after });
    yield* page;
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return;
  }
}
