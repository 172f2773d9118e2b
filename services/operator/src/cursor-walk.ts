import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';

type Cursor<T> = { next(): Promise<T | null>; close(): Promise<void> };

/** What a cursor of MongoDB finds, read as it is taken. @throws RetryableError `mongodb_unavailable` */
export async function* walk<T>(cursor: Cursor<T>): AsyncGenerator<T, void> {
  try {
    for (;;) {
      const found = await mapMongoErrors(() => cursor.next());
      if (found === null) return;
      yield found;
    }
  } finally {
    await cursor.close();
  }
}
