import { ID_PATTERN } from '@fundlens/contracts/definition/field-rules';
import { MAX_ID_LENGTH, MAX_LOCATION_ID_LENGTH } from '@fundlens/contracts/definition/limits';
import { InvalidError } from '@fundlens/runtime/errors';
import type { EntityRef } from '../entity-ref.ts';
import { SourceFields } from '../mapping/source-fields.ts';
import type { EntityMark, Marks, Said } from '../marks/mark.ts';
import type { Delivery } from './delivery.ts';
import { webhookKinds } from './webhook-types.ts';

/** What is to be marked, and what the delivery says where the API cannot be asked. */
export type MarkOfDelivery = { readonly ref: EntityRef; readonly said?: Said };

/** A delivery from before an installation says nothing about it; the clocks of two senders are as far apart. */
const CLOCK_TOLERANCE_MS = 60_000;

/** The entities that a delivery tells of. Empty: its type is not taken. @throws InvalidError for ids that are none */
export async function marksOf(
  delivery: Delivery,
  { installations, withAccess }: { readonly installations: Marks['installations']; readonly withAccess: boolean },
): Promise<readonly MarkOfDelivery[]> {
  const { type, body } = delivery;
  const kind = webhookKinds[type];
  if (kind === undefined || (kind === 'installation' && !withAccess)) return [];
  if (type === 'UNINSTALL') return await removed(delivery, installations);
  if (type === 'INSTALL') {
    const marks = installed(delivery);
    const companyId = namedId(delivery, 'companyId');
    return [...marks, ...(await others(namedId(delivery, 'locationId'), companyId, { delivery, installations }))];
  }
  const isLocation = kind === 'location';
  const id = idOf(body.id, 'id', isLocation ? MAX_LOCATION_ID_LENGTH : MAX_ID_LENGTH);
  const locationId = isLocation ? id : idOf(body.locationId, 'locationId', MAX_LOCATION_ID_LENGTH);
  const own = [{ ref: { kind, locationId, id } }];
  if (!isLocation || !withAccess) return own;
  const companyId = new SourceFields(body, occurredAtOf(delivery)).id('companyId');
  return [...own, ...(await others(locationId, companyId, { delivery, installations }))];
}

/**
 * INSTALL: the installation, by which sweeps know the location, and its company. Without a timestamp a copy of the body could
 * give access back for ever: then only HighLevel's answer counts.
 */
function installed(delivery: Delivery): MarkOfDelivery[] {
  const companyId = namedId(delivery, 'companyId');
  const locationId = namedId(delivery, 'locationId');
  if (companyId === null) {
    const rule = 'INSTALL must name its `companyId`: HighLevel leaves it out for some installs; a sweep finds them.';
    throw new InvalidError('company_missing', rule, { field: 'companyId' });
  }
  const name = new SourceFields(delivery.body, occurredAtOf(delivery)).line('companyName', 'name');
  const { timestamp } = delivery;
  const said =
    timestamp === null ? {} : { said: { state: 'installed' as const, at: timestamp, installedAt: timestamp, name } };
  const company: EntityRef = { kind: 'company', locationId: null, id: companyId };
  const refs = locationId === null ? [company] : [{ ...company, kind: 'installation' as const, locationId }, company];
  return refs.map((ref) => ({ ref, ...said }));
}

/**
 * UNINSTALL of a company as a whole, or of a location. That of a location may not name the company, and after a transfer may
 * come from the side that has lost the location, and twice: the newest of several, ended ones too, is read, and the others end.
 */
async function removed(delivery: Delivery, installations: Marks['installations']): Promise<readonly MarkOfDelivery[]> {
  const companyId = namedId(delivery, 'companyId');
  const locationId = namedId(delivery, 'locationId');
  const ended = { state: 'uninstalled', at: occurredAtOf(delivery), name: null } as const;
  if (locationId === null) {
    const ref = { kind: 'company' as const, locationId, id: companyId ?? '' };
    return companyId === null ? [] : [{ ref, said: { ...ended, installedAt: 0 } }];
  }
  const known = (await installations(locationId))
    .filter(({ ref }) => companyId === null || ref.id === companyId)
    .toSorted((a, b) => since(a) - since(b));
  const living = known.filter((mark) => isInstalled(mark) && ended.at > since(mark) - CLOCK_TOLERANCE_MS);
  return living.map((mark) => {
    const isUnclear = known.length > 1 && mark === known.at(-1);
    return { ref: mark.ref, ...(!isUnclear && { said: { ...ended, installedAt: since(mark) } }) };
  });
}

/** A location belongs to this company now: the installations of others end. Of a copy, HighLevel's answer alone counts. */
async function others(
  locationId: string | null,
  companyId: string | null,
  { delivery, installations }: { readonly delivery: Delivery; readonly installations: Marks['installations'] },
): Promise<MarkOfDelivery[]> {
  if (locationId === null || companyId === null) return [];
  const at = occurredAtOf(delivery);
  return (await installations(locationId))
    .filter((mark) => mark.ref.id !== companyId && isInstalled(mark) && at > since(mark) + CLOCK_TOLERANCE_MS)
    .map((mark) => {
      const said = { state: 'transferred_out' as const, at, installedAt: since(mark), name: null };
      return { ref: mark.ref, ...(delivery.timestamp !== null && { said }) };
    });
}

/** Also where a webhook has said so and the event is still to come. */
function isInstalled({ known, said }: EntityMark): boolean {
  return (said?.state ?? known?.state) === 'installed';
}

/** When the company installed the app last: as its mark knows, or as a later webhook of HighLevel says. Epoch milliseconds. */
function since({ known, said }: EntityMark): number {
  const isNew = said?.state === 'installed' && known?.state !== 'installed';
  return (isNew ? said.installedAt : (known?.installedAt ?? said?.installedAt)) ?? 0;
}

/** Null: an app's webhook does not name it. One without a location is about the company as a whole. */
function namedId({ body }: Delivery, field: 'companyId' | 'locationId'): string | null {
  const maxLength = field === 'companyId' ? MAX_ID_LENGTH : MAX_LOCATION_ID_LENGTH;
  return (body[field] ?? '') === '' ? null : idOf(body[field], field, maxLength);
}

/** When it happened: the webhook's own instant, else that of its arrival. */
function occurredAtOf({ timestamp, receivedAt }: Delivery): number {
  return timestamp ?? receivedAt;
}

function idOf(value: unknown, field: string, maxLength: number): string {
  if (typeof value === 'string' && value.length <= maxLength && ID_PATTERN.test(value)) return value;
  throw new InvalidError('id_invalid', `${field}: must be an id of at most ${maxLength} characters`, { field });
}
