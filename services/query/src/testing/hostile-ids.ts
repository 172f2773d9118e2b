export type HostileId = {
  /** As it stands in the request target. */
  readonly raw: string;
  readonly id: string;
  /** Whether the service refuses it with 400; otherwise it is the id of nothing. */
  readonly wrong: boolean;
};

const encoded = (id: string): HostileId => ({ raw: encodeURIComponent(id), id, wrong: false });
const TOO_LONG = [129, 2_000];

/** Ids that try to lead out of the key `<locationId>:<id>`, to be read as an operator, or to be another member of a batch. */
export function hostileIds(otherLocationId: string): readonly HostileId[] {
  return [
    ...[`${otherLocationId}:c0`, `:${otherLocationId}:c0`, `../${otherLocationId}:c1`, ':c0', 'c0:', 'c0,c1'].map(
      encoded,
    ),
    ...['$ne', '{"$ne":null}', '["c0","c1"]', '$in', '/c0/', '.*', 'c0\0', ' c0', 'c0 ', 'C0', 'ｃ0', 'c0\n'].map(
      encoded,
    ),
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'undefined', 'null', '0'].map(encoded),
    encoded('c'.repeat(128)),
    ...TOO_LONG.map((length) => ({ ...encoded('c'.repeat(length)), wrong: true })),
    { raw: '%E0%A4%A', id: '', wrong: true },
    { raw: '%ff', id: '', wrong: true },
  ];
}
