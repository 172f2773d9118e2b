import { type EntityRef, entityName } from '../../entity-ref.ts';
import { type EntityMark, type Marks, NOTHING_KNOWN } from '../mark.ts';

type Stored = EntityMark & {
  readonly claimedUntil: number;
  readonly saidAt: number;
  readonly listedIn: number | null;
};

/** Marks in memory, for schedules by the thousand; the conformance suite holds it to the store. */
export function createMemoryMarks(): Marks {
  const stored = new Map<string, Stored>();
  let tokens = 0;
  const all = () => [...stored.values()];
  const change = (ref: EntityRef, changed: Partial<Stored>) => {
    const name = entityName(ref);
    stored.set(name, { ...(stored.get(name) ?? fresh(ref)), ...changed });
  };
  const ofVersion = ({ ref, version }: EntityMark) => {
    const now = stored.get(entityName(ref));
    return now?.version === version ? now : null;
  };
  return {
    async mark(ref, { at, urgent, said, listed }) {
      const before = stored.get(entityName(ref));
      if (said !== undefined && (before?.saidAt ?? Number.NEGATIVE_INFINITY) >= said.at) return;
      change(ref, {
        ...{ token: `t-${tokens++}`, markedAt: at, waitsUntil: 0 },
        ...(urgent && { urgent }),
        ...(said && { said, saidAt: said.at }),
        ...(listed !== undefined && { listed }),
      });
    },
    due: async (now, { first, without, limit }) =>
      all()
        .filter(({ token, claimedUntil, waitsUntil }) => token !== null && claimedUntil <= now && waitsUntil <= now)
        .filter(({ ref, urgent }) => !without.includes(ref.locationId) && (first === 'oldest' || urgent))
        .toSorted((a, b) => (first === 'oldest' ? a.markedAt - b.markedAt : b.markedAt - a.markedAt))
        .slice(0, limit)
        .map(shown),
    async claim({ ref, version, token }, claim) {
      const now = stored.get(entityName(ref));
      if (now === undefined || now.version !== version || now.token !== token) return null;
      change(ref, { version: claim.version, claimedUntil: claim.until });
      return shown({ ...now, version: claim.version });
    },
    async addContact(claimed, contactId) {
      const now = ofVersion(claimed);
      if (now !== null) change(claimed.ref, { contactIds: [...new Set([...now.contactIds, contactId])] });
      return now !== null;
    },
    async settle(claimed, { noted, again }) {
      const now = ofVersion(claimed);
      if (now === null) return;
      const ended = { ...noted, claimedUntil: 0 };
      if (now.token !== claimed.token) change(claimed.ref, ended);
      else if (again === null) change(claimed.ref, { ...ended, token: null, urgent: false, said: null, waitsUntil: 0 });
      else change(claimed.ref, { ...ended, said: null, markedAt: again, waitsUntil: again });
    },
    async postpone(claimed, until) {
      if (ofVersion(claimed) !== null) change(claimed.ref, { waitsUntil: until, claimedUntil: 0 });
    },
    async oldest() {
      const marked = all().filter(({ token }) => token !== null);
      return marked.length === 0 ? null : Math.min(...marked.map(({ markedAt }) => markedAt));
    },
    toRead: async (locationId, now) =>
      all().filter(({ ref, token, markedAt }) => ref.locationId === locationId && token !== null && markedAt <= now)
        .length,
    installations: async (locationId) =>
      all()
        .filter(({ ref }) => ref.kind === 'installation' && ref.locationId === locationId)
        .map(shown),
    locations: async () =>
      all()
        .filter(({ ref }) => ref.kind === 'location' || ref.kind === 'installation')
        .map(shown),
    load: async (refs) => refs.flatMap((ref) => stored.get(entityName(ref)) ?? []).map(shown),
    async noteListed(refs, run) {
      for (const ref of refs) if (stored.has(entityName(ref))) change(ref, { listedIn: run });
    },
    unlisted: async ({ kind, locationId }, run, limit) =>
      all()
        .filter(({ ref }) => ref.kind === kind && ref.locationId === locationId)
        .filter(({ known, listedIn }) => known?.state === 'live' && listedIn !== run)
        .slice(0, limit)
        .map(({ ref }) => ref),
  };
}

function fresh(ref: EntityRef): Stored {
  const times = { claimedUntil: 0, saidAt: Number.NEGATIVE_INFINITY, listedIn: null };
  return { ...NOTHING_KNOWN, ref, ...times };
}

/** What is not marked has no instant in the store. */
function shown(mark: Stored): EntityMark {
  return mark.token === null ? { ...mark, markedAt: 0 } : mark;
}
