import { contacts } from '@fundlens/read-models/contacts/contacts';
import { dashboardWindows } from '@fundlens/read-models/definitions';
import type { ReadModelVersion } from '@fundlens/read-models/model-version';
import { createLogger } from '@fundlens/runtime/logger';
import { expect, it } from 'vitest';
import type { WrittenVersions } from './written-versions.ts';
import { fingerprintOf, fingerprintsWith } from './fingerprint.ts';
import { createVersionWatch } from './version-watch.ts';

const lines: string[] = [];
const destination = { write: (line: string) => void lines.push(line) };
const logger = createLogger({ service: 'test', level: 'error', sanitize: (line) => line, destination });
const none = { customFieldKeepList: new Set<string>() };

function watching(first: ReadModelVersion | null) {
  const told: WrittenVersions[] = [];
  const parts: (string | null)[] = [];
  let model = first;
  const watch = createVersionWatch({
    load: async () => new Map(model === null ? [] : [[model._id, model]]),
    definitions: [contacts, dashboardWindows],
    fingerprint: fingerprintsWith(none),
    onChange: (versions) => void told.push(versions),
    tidy: async () => undefined,
    partitionHealth: { setPart: (_part, trouble) => void parts.push(trouble) },
    logger,
  });
  const now = (next: ReadModelVersion) => {
    model = next;
  };
  return { watch, told, parts, now };
}

it('tells once of every change of what is to be written', async () => {
  const { watch, told, now } = watching({ _id: 'contacts', active: 1 });
  await watch.refresh();
  now({
    _id: 'contacts',
    active: 1,
    versions: [
      { version: 1, definition: contacts.version, state: 'active' },
      { version: 2, definition: contacts.version, state: 'announced' },
    ],
  });
  await watch.refresh();
  await watch.refresh();
  expect(watch.versions().get('contacts')).toEqual([1, 2]);
  expect(told.at(-1)?.get('contacts')).toEqual([1, 2]);
  const changes = told.length;
  await watch.refresh();
  expect(told).toHaveLength(changes);
});

it('writes nothing of a model whose versions are all made by other code, and says what is needed', async () => {
  const { watch, parts } = watching({
    _id: 'contacts',
    active: 1,
    versions: [{ version: 1, definition: contacts.version + 1, state: 'active' }],
  });
  await watch.refresh();
  expect(watch.versions().get('contacts')).toEqual([]);
  expect(parts.at(-1)).toBe('rebuild_needed: contacts: how events become slots (another build)');
});

it('writes nothing of a model that is made with other options, and says once which, in health and in the log', async () => {
  lines.length = 0;
  const version = { version: 1, definition: contacts.version, state: 'active' as const };
  const keeping = { customFieldKeepList: new Set(['account-reference']) };
  const { watch, parts, now } = watching({
    _id: 'contacts',
    active: 1,
    versions: [{ ...version, fingerprint: fingerprintOf(contacts, keeping) }],
  });
  await watch.refresh();
  await watch.refresh();
  expect(watch.versions().get('contacts')).toEqual([]);
  const what = 'contacts: the custom-field keep-list (CUSTOM_FIELD_KEEP_LIST)';
  expect(parts).toEqual([`rebuild_needed: ${what}`, `rebuild_needed: ${what}`]);
  expect(lines.filter((line) => line.includes(what))).toHaveLength(1);
  expect(lines.join()).not.toContain('account-reference');
  now({ _id: 'contacts', active: 1, versions: [{ ...version, fingerprint: fingerprintOf(contacts, none) }] });
  await watch.refresh();
  expect([watch.versions().get('contacts'), parts.at(-1)]).toEqual([[1], null]);
});
