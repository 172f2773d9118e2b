// licences.mjs <bill of materials>…: reads the images' bills (CycloneDX, `npm run images`) and fails when a package has a licence
// that is not on the list. The list has permissive licences only: no copyleft, and nothing unread.
// `npm sbom --omit=dev -w` does not do: of these workspaces it lists test tools, and leaves out Koa and KafkaJS.
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

const components = process.argv.slice(2).flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).components);
/** One of each, by reference: the images share most. Node, the platform, comes with the base image. */
const packages = new Map(
  components.filter(({ type }) => type === 'library').map((component) => [component['bom-ref'], component]),
);
const refused = [...packages].flatMap(([reference, component]) => {
  const licence = licenceOf(component);
  const isAllowed = ALLOWED.has(licence) || ALLOWED_DATA.get(nameOf(component)) === licence;
  return isAllowed ? [] : [`${reference}: ${licence || 'no licence'}`];
});

for (const line of refused) console.error(line);
console.log(`${packages.size} packages, ${refused.length} with a licence that is not allowed`);
process.exit(packages.size > 0 && refused.length === 0 ? 0 : 1);

function nameOf({ group, name }) {
  return group === undefined ? name : `${group}/${name}`;
}

/** The licence as the package names it; where it names none, as the text in its folder says. */
function licenceOf(component) {
  const named = (component.licenses ?? []).map(({ license, expression }) => expression ?? license?.id ?? license?.name);
  return named.length > 0 ? named.join(' AND ') : textLicenceOf(component);
}

function textLicenceOf(component) {
  const folder = join('node_modules', nameOf(component));
  const isInstalled =
    existsSync(folder) && JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version === component.version;
  const file = isInstalled ? readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry)) : undefined;
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').replaceAll(/\s+/g, ' ');
  return text.includes(MIT_TEXT) ? 'MIT' : '';
}
