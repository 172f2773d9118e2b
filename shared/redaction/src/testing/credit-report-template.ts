/**
 * Fills the templates in `credit-reports/`: JSON in which
 * - `{{name|form|form}}` in a text is a value, written in these forms;
 * - a member that is nothing but one such value is left out where the value is null;
 * - an item of a list with the member `"each": "name"` is repeated for each context of that list;
 * - `{{#name}}…{{/name}}` in a text is repeated in the same way, and left out where the value is null.
 */
export type Context = { readonly [name: string]: Value };
type Value = string | number | null | (() => string) | readonly Context[];
type Scalar = string | number;

const dateForm =
  (form: (year: string, month: string, day: string) => string) =>
  (value: Scalar): Scalar => {
    const iso = new Date(value).toISOString();
    return form(iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10));
  };
const grouped = (separator: string) => (value: Scalar) =>
  String(value).replace(/^(...)(..)(....)$/, ['$1', '$2', '$3'].join(separator));
const padded = (length: number) => (value: Scalar) => String(value).padStart(length, '0');
const signed = (alphabet: string) => (value: Scalar) =>
  String(value).replaceAll(/\d/g, (sign) => alphabet[+sign] ?? 'X');

const forms: Readonly<Record<string, (value: Scalar) => Scalar>> = {
  iso: dateForm((year, month, day) => `${year}-${month}-${day}`),
  ym: dateForm((year, month) => `${year}-${month}`),
  mdy: dateForm((year, month, day) => `${month}${day}${year}`),
  // Some bureaus know the month only and write the day as 00.
  m00y: dateForm((year, month) => `${month}00${year}`),
  slash: dateForm((year, month, day) => `${month}/${day}/${year}`),
  year: dateForm((year) => year),
  month: dateForm((_, month) => month),
  day: dateForm((_year, _month, day) => day),
  dashes: grouped('-'),
  spaces: grouped(' '),
  dots: grouped('.'),
  /** The last four digits masked with zeros: five real ones remain. */
  zeros: (value) => `${String(value).slice(0, 5)}0000`,
  last4: (value) => String(value).slice(-4),
  masked: (value) => `${String(value).slice(0, 6)}****`,
  upper: (value) => String(value).toUpperCase(),
  /** A number of JSON: an SSN loses its leading zeros. */
  token: Number,
  pad2: padded(2),
  pad3: padded(3),
  pad4: padded(4),
  pad5: padded(5),
  pad8: padded(8),
  pad9: padded(9),
  letters: signed('C12345L'),
  ratings: signed('1234569'),
};

const PLACEHOLDER = /\{\{(\w+)((?:\|[^|}]+)*)\}\}/g;
const WHOLE = new RegExp(`^${PLACEHOLDER.source}$`);
const SECTION = /\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs;

export function fillTemplate(template: unknown, context: Context): unknown {
  if (typeof template === 'string') {
    const [, name, chain = ''] = WHOLE.exec(template) ?? [];
    return name === undefined ? fillText(template, context) : writtenValue(context, name, chain);
  }
  if (Array.isArray(template)) return template.flatMap((item) => fillItem(item, context));
  if (typeof template !== 'object' || template === null) return template;
  const members = Object.entries(template).map(([name, value]) => [name, fillTemplate(value, context)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== null));
}

function fillItem(item: unknown, context: Context): unknown[] {
  if (typeof item !== 'object' || item === null || !('each' in item)) return [fillTemplate(item, context)];
  const { each, ...repeated } = item;
  return contextsOf(context, String(each)).map((own) => fillTemplate(repeated, own));
}

function fillText(text: string, context: Context): string {
  return text
    .replaceAll(SECTION, (_, name: string, inner: string) =>
      contextsOf(context, name)
        .map((own) => fillText(inner, own))
        .join(''),
    )
    .replaceAll(PLACEHOLDER, (_, name: string, chain: string) => String(writtenValue(context, name, chain)));
}

/** Of a list its items, each with what is known around it; a single value is a list of one. */
function contextsOf(context: Context, name: string): Context[] {
  const value = context[name];
  if (value === undefined) throw new TypeError(`a report template names "${name}", which is not stated`);
  if (value === null) return [];
  return Array.isArray(value) ? value.map((own) => ({ ...context, ...own })) : [context];
}

function writtenValue(context: Context, name: string, chain: string): Scalar | null {
  const value = context[name];
  if (value === null) return null;
  const scalar = typeof value === 'function' ? value() : value;
  if (typeof scalar !== 'string' && typeof scalar !== 'number') {
    throw new TypeError(`a report template names "${name}", which is no value`);
  }
  return chain.split('|').slice(1).reduce(written, scalar);
}

/** A form of the table, or words of which the value is the index: `{{isOpen|C,O}}`. */
function written(value: Scalar, form: string): Scalar {
  const known = forms[form];
  if (known !== undefined) return known(value);
  const word = form.split(',')[Number(value)];
  if (word === undefined) throw new TypeError(`a report template has the form "${form}", which is unknown`);
  return word;
}
