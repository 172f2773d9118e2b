import { contacts } from '@fundlens/read-models/contacts/contacts';
import type { ReadModelVersion } from '@fundlens/read-models/model-version';
import { createLogger } from '@fundlens/runtime/logger';
import { expect, it } from 'vitest';
import type { WrittenVersions } from './written-versions.ts';
import { createVersionWatch } from './version-watch.ts';

const logger = createLogger({ service: 'test', level: 'silent', sanitize: (line) => line });

function watching(first: ReadModelVersion | null) {
  const told: WrittenVersions[] = [];
  const parts: (string | null)[] = [];
  let model = first;
  const watch = createVersionWatch({
    load: async () => new Map(model === null ? [] : [[model._id, model]]),
    definitions: [contacts],
    onChange: (versions) => void told.push(versions),
    tidy: async () => undefined,
    board: { setPart: (_part, trouble) => void parts.push(trouble) },
    logger,
  });
  const now = (next: ReadModelVersion) => {
    model = next;
  };
  return { watch, told, parts, now };
}

it('tells once of every change of what is to be written', async () => {
  const { watch, told, now } = watching({ _id: 'contacts', active: 1 });
  await watch.look();
  now({
    _id: 'contacts',
    active: 1,
    versions: [
      { version: 1, definition: contacts.version, state: 'active' },
      { version: 2, definition: contacts.version, state: 'announced' },
    ],
  });
  await watch.look();
  await watch.look();
  expect(watch.versions().get('contacts')).toEqual([1, 2]);
  expect(told.at(-1)).toEqual(new Map([['contacts', [1, 2]]]));
  const changes = told.length;
  await watch.look();
  expect(told).toHaveLength(changes);
});

it('writes nothing of a model whose versions are all made by other code, and says what is needed', async () => {
  const { watch, parts } = watching({
    _id: 'contacts',
    active: 1,
    versions: [{ version: 1, definition: contacts.version + 1, state: 'active' }],
  });
  await watch.look();
  expect(watch.versions().get('contacts')).toEqual([]);
  expect(parts.at(-1)).toBe('rebuild_needed');
});
