import { readName } from '../names.ts';
import { wholeOf } from './parts.ts';
import type { Reader, Told } from './reader.ts';

/** A value that is a part of a number, and all of that number. */
type ToldPart = Told & { readonly digits: string };

/** More members than this are a table of something else. */
const MAX_MEMBERS = 64;
const MAX_DEPTH = 4;
/** A part, with a sign of the whole number: `666-`. */
const PART = /^[-\s.]{0,2}\d{1,3}[-\s.]?\d{0,3}[-\s.]{0,2}$/;

/**
 * Numbers that are split over several values: below a name, or under names that count the parts.
 *
 * @param groups values that may be such parts together: cells of a row, answers to one question
 */
export function findParts(
  reader: Reader,
  containers: readonly number[],
  groups: Map<string, number[]>,
): readonly ToldPart[] {
  const { structure } = reader;
  for (const container of containers) {
    const { says } = reader.nameOf(container);
    const isSure = says === 'sure' || says === null;
    groups.set(`all ${container}`, leavesOf(reader, container, isSure, 0));
  }
  const mayBeParted = reader.names.some(({ partOf }) => partOf !== null);
  for (let entry = 0; mayBeParted && entry < structure.length; entry++) {
    const own = structure.isScalar(entry) ? reader.nameOf(entry).partOf : null;
    if (own !== null) addTo(groups, `${structure.parentOf(entry)} ${own}`, entry);
  }
  for (const label of reader.labels) addLabelled(reader, label, groups);
  return [...groups].flatMap(([name, group]) => numberOf(reader, group, name.startsWith('all ')));
}

/** `[{name: "ssn1", value: "531"}, …]`, `[["ssn1", "531"], …]`: the parts are those of one list. */
function addLabelled(reader: Reader, label: number, groups: Map<string, number[]>): void {
  const { structure } = reader;
  const stem = readName(reader.textOf(label)).partOf;
  const container = structure.parentOf(label);
  if (stem === null || container < 0) return;
  const isValue = (member: number): boolean =>
    member !== label && reader.holdsDigits(member, 1) && reader.nameOf(member).valueOf !== null;
  const value = structure.membersOf(container, MAX_MEMBERS).find(isValue);
  if (value !== undefined) addTo(groups, `${structure.parentOf(container)} list ${stem}`, value);
}

export function addTo(groups: Map<string, number[]>, name: string, entry: number): void {
  const group = groups.get(name);
  if (group === undefined) groups.set(name, [entry]);
  else if (group.length < MAX_MEMBERS) group.push(entry);
}

/** Values without names of their own below a name that says so; below one that may say so only named parts. */
function leavesOf(reader: Reader, container: number, isSure: boolean, depth: number): number[] {
  const { structure } = reader;
  return structure.membersOf(container, MAX_MEMBERS).flatMap((member) => {
    const name = reader.nameOf(member);
    if (name.other !== null || (name.labelOf !== null && !name.part)) return [];
    if (structure.isContainer(member)) return depth < MAX_DEPTH ? leavesOf(reader, member, isSure, depth + 1) : [];
    return (isSure || name.part) && structure.isScalar(member) && PART.test(structure.spelling(member, 16))
      ? [member]
      : [];
  });
}

/** The number that these values are together, if they are one. `inAnyGroups`: nothing else stands where they stand. */
function numberOf(reader: Reader, entries: readonly number[], inAnyGroups: boolean): readonly ToldPart[] {
  const parts = entries.map((entry) => ({ entry, digits: reader.structure.spelling(entry, 16).replace(/\D/g, '') }));
  const digits = digitsInOrder(
    parts.map((part) => part.digits),
    inAnyGroups,
  );
  if (digits === null) return [];
  return parts.map(({ entry }) => ({ entry, evidence: 'named', because: 'parts of one number', digits }));
}

function digitsInOrder(parts: readonly string[], inAnyGroups: boolean): string | null {
  const all = parts.join('');
  const whole = wholeOf(parts.map((digits) => ({ digits })));
  // Of two parts the last four come last: amounts have fewer digits first.
  if (whole?.length === parts.length && (whole.length > 2 || parts[0]?.length === 5))
    return whole.map(({ digits }) => digits).join('');
  return inAnyGroups && all.length === 9 && parts.length < 5 ? all : null;
}
