// Reads a CycloneDX bill of materials from standard input (`npm sbom`) and fails when a dependency has a licence that is not
// on the list. The list has permissive licences only: no copyleft, and nothing unread.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ALLOWED = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
]);
/** Licences of data, by package: not of code that is linked. */
const ALLOWED_DATA = new Map([['@expo-google-fonts/noto-sans', 'MIT AND OFL-1.1']]);
/** The first sentence of the MIT licence, for packages that ship its text and do not name it. */
const MIT_TEXT = 'Permission is hereby granted, free of charge, to any person obtaining';

const bill = JSON.parse(readFileSync(0, 'utf8'));
const foreign = bill.components.filter((component) => !isOwn(component));
const refused = foreign.flatMap((component) => {
  const licence = licenceOf(component);
  const isAllowed = ALLOWED.has(licence) || ALLOWED_DATA.get(component.name) === licence;
  return isAllowed ? [] : [`${component['bom-ref']}: ${licence || 'no licence'}`];
});

for (const line of refused) console.error(line);
console.log(`${foreign.length} dependencies, ${refused.length} with a licence that is not allowed`);
process.exit(foreign.length > 0 && refused.length === 0 ? 0 : 1);

function isOwn({ properties = [] }) {
  return properties.some(({ name, value }) => name === 'cdx:npm:package:private' && value === 'true');
}

/** The licence as the package names it; where it names none, as the text in its folder says. */
function licenceOf(component) {
  const named = (component.licenses ?? []).map(({ license, expression }) => expression ?? license?.id ?? license?.name);
  return named.length > 0 ? named.join(' AND ') : textLicenceOf(component);
}

function textLicenceOf({ name, version }) {
  const folder = join('node_modules', name);
  const isInstalled =
    existsSync(folder) && JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version === version;
  const file = isInstalled ? readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry)) : undefined;
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').replaceAll(/\s+/g, ' ');
  return text.includes(MIT_TEXT) ? 'MIT' : '';
}
