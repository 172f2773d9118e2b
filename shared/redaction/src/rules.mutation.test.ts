import { deflateSync, gzipSync } from 'node:zlib';
import { InvalidError } from '@fundlens/runtime/errors';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { DecodedText } from './decoded-text.ts';
import type { KeyJudgement, LabelJudgement } from './key-rules.ts';
import { createSubjectNumbers } from './subject-numbers.ts';
import { isRecoverable } from './testing/planted-number-oracle.ts';

/**
 * Every rule earns its place: with the rule switched off, the case beside it leaks, loses a value that must stay, or is
 * no longer refused. The product knows no such switch: a test loads its modules with one function replaced.
 */
type Modules = {
  readonly 'beside-labels': typeof import('./beside-labels.ts');
  readonly 'byte-texts': typeof import('./byte-texts.ts');
  readonly 'code-runs': typeof import('./code-runs.ts');
  readonly characters: typeof import('./characters.ts');
  readonly 'custom-fields': typeof import('./custom-fields.ts');
  readonly 'digit-runs': typeof import('./digit-runs.ts');
  readonly 'encoded-documents': typeof import('./encoded-documents.ts');
  readonly escapes: typeof import('./escapes.ts');
  readonly 'digit-codes': typeof import('./digit-codes.ts');
  readonly 'written-digits': typeof import('./written-digits.ts');
  readonly 'last-fours': typeof import('./last-fours.ts');
  readonly 'key-rules': typeof import('./key-rules.ts');
  readonly 'labelled-ids': typeof import('./labelled-ids.ts');
  readonly limits: Readonly<Record<string, number | string>>;
  readonly 'masked-numbers': typeof import('./masked-numbers.ts');
  readonly 'named-values': typeof import('./named-values.ts');
  readonly 'number-chains': typeof import('./number-chains.ts');
  readonly 'number-rules': typeof import('./number-rules.ts');
  readonly 'personal-numbers': typeof import('./personal-numbers.ts');
  readonly 'sibling-labels': typeof import('./sibling-labels.ts');
  readonly 'split-keys': typeof import('./split-keys.ts');
  readonly 'split-numbers': typeof import('./split-numbers.ts');
  readonly 'ssn-parts': typeof import('./ssn-parts.ts');
  readonly 'ssn-pattern': typeof import('./ssn-pattern.ts');
  readonly 'ssn-words': typeof import('./ssn-words.ts');
  readonly 'subject-numbers': typeof import('./subject-numbers.ts');
  readonly 'text-fields': typeof import('./text-fields.ts');
  readonly 'text-parts': typeof import('./text-parts.ts');
  readonly 'table-rules': typeof import('./table-rules.ts');
  readonly 'typed-pairs': typeof import('./typed-pairs.ts');
  readonly 'text-rules': typeof import('./text-rules.ts');
  readonly 'text-tables': typeof import('./text-tables.ts');
  readonly 'visible-text': typeof import('./visible-text.ts');
  readonly 'xml-tokenizer': typeof import('./xml-tokenizer.ts');
};

type Mutation = { readonly module: keyof Modules; readonly replace: (real: object) => object };

function without<M extends keyof Modules>(module: M, replace: (real: Modules[M]) => Partial<Modules[M]>): Mutation {
  return { module, replace: (real) => replace(real as Modules[M]) };
}

/** The judgement on names, changed. */
function judging(change: (judgement: KeyJudgement) => object): Mutation {
  return without('key-rules', (real) => ({
    judgeKey: (key) => {
      const judgement = real.judgeKey(key);
      return { ...judgement, ...change(judgement) };
    },
  }));
}

const unsaid = (says: KeyJudgement['says']): Mutation =>
  judging((judgement) => (judgement.says === says ? { says: 'none', context: false } : {}));

const unlabelled = (label: LabelJudgement): Mutation =>
  without('key-rules', (real) => ({
    judgeLabel: (text, ofIdentification) => {
      const judgement = real.judgeLabel(text, ofIdentification);
      return judgement === label ? null : judgement;
    },
  }));

const reclassed = (from: 'DIGIT' | 'INVISIBLE'): Mutation =>
  without('characters', (real) => ({
    characterClass: (codePoint) => {
      const found = real.characterClass(codePoint);
      return codePoint >= 0x80 && found === real[from] ? real.LETTER : found;
    },
    digitValue: (codePoint) => (from === 'DIGIT' && codePoint >= 0x80 ? -1 : real.digitValue(codePoint)),
  }));

const unlimited = (limit: string): Mutation => without('limits', () => ({ [limit]: Number.MAX_SAFE_INTEGER }));

const asIs = (text: string): DecodedText => ({ text, toOuter: (edit) => edit });

const NUMBER = '666453920';
const named = (rest: string): string => `{"ssn":"${NUMBER}",${rest}}`;
const withNote = (text: string): string => named(`"note":${JSON.stringify(text)}`);

type Row = readonly [rule: string, mutation: Mutation, text: string, number?: string];

const finders: readonly Row[] = [
  ['1: names that say SSN', unsaid('ssn'), `{"borrowerSSN":"${NUMBER}"}`],
  ['1: names that may say SSN', unsaid('maybe'), `{"socialSecurity":{"number":"${NUMBER}"}}`],
  ['1: names of taxpayer ids', unsaid('taxpayer'), `{"taxpayerId":"${NUMBER}"}`],
  [
    '1: parts of a number',
    judging(() => ({ part: false })),
    '{"socialSecurity":{"area":666,"group":45,"serial":3920}}',
  ],
  [
    '1: values below a name',
    judging(() => ({ valueOf: null })),
    '{"socialSecurity":[{"number":12853947}]}',
    '012853947',
  ],
  [
    '1: values of any writing',
    without('named-values', () => ({ collectValue: () => false })),
    '{"ssn":"6a6b6c4d5e3f9g2h0"}',
  ],
  [
    '1: numbers put together from parts',
    without('ssn-parts', () => ({ collectParts: () => undefined })),
    `{${[...NUMBER].map((digit, i) => `"ssn${i + 1}":"${digit}"`).join(',')},"note":"${NUMBER}"}`,
  ],
  [
    '1: parts that say so by their names',
    without('ssn-parts', () => ({ numbersOfParts: () => [] })),
    `{"ss1":"666","ss2":"45","ss3":"3920","note":"${NUMBER}"}`,
  ],
  [
    '2: parts that labels name',
    without('beside-labels', () => ({ cellsBesideLabels: () => [] })),
    `[{"name":"ss1","value":"666"},{"name":"ss2","value":"45"},{"name":"ss3","value":"3920"},"${NUMBER}"]`,
  ],
  [
    '3: names within each other',
    without('split-keys', () => ({ findInKeys: () => [] })),
    named('"v":{"666":{"45":{"3920":true}}}'),
  ],
  [
    '2: texts read from a page',
    without('beside-labels', () => ({ cellsBesideLabels: () => [] })),
    `{"words":[{"text":"SSN:"},{"text":"${NUMBER}"}]}`,
  ],
  [
    '2: ids beside a person',
    without('personal-numbers', () => ({ personalNumbers: () => [] })),
    `{"individual":{"id_number":"${NUMBER}"}}`,
  ],
  [
    '1: parts of any name',
    without('ssn-parts', () => ({ numbersInParts: () => [] })),
    `{"ssn":{"a":"666","b":"45","c":"3920"}}`,
  ],
  ['2: labels that say SSN', unlabelled('ssn'), `{"label":"Borrower SSN","answer":"${NUMBER}"}`],
  ['2: labels that say taxpayer id', unlabelled('taxpayer'), `{"type":"TIN","value":"${NUMBER}"}`],
  ['2: labels of messages about SSNs', unlabelled('about'), `{"_Type":"SSNMessage","_Text":"also used ${NUMBER}"}`],
  ['2: names of labels', judging(() => ({ labelOf: null })), `{"type":"ssn","value":"${NUMBER}"}`],
  [
    '2: values beside labels',
    without('sibling-labels', () => ({ labelledValues: () => [] })),
    `{"typeCode":"SSN","identificationNumber":"${NUMBER}"}`,
  ],
  [
    '2: cells below a header',
    without('table-rules', () => ({ cellsBelowHeaders: () => [] })),
    `[["Name","SSN"],["A","${NUMBER}"]]`,
  ],
  [
    '2: cells of columns that are described apart',
    without('table-rules', () => ({ cellsBelowHeaders: () => [] })),
    `{"columns":[{"name":"Name"},{"name":"SSN"}],"rows":[["A","${NUMBER}"]]}`,
  ],
  [
    '2: values under ids whose label says SSN',
    without('labelled-ids', () => ({ cellsOfLabelledIds: () => [] })),
    `{"form":{"q7":"SSN"},"answers":{"q7":"${NUMBER}"}}`,
  ],
  [
    '3: subject numbers',
    without('subject-numbers', (real) => ({
      createSubjectNumbers: (numbers) => ({ ...real.createSubjectNumbers(numbers), hasNine: () => false }),
    })),
    withNote(`a ${NUMBER} b`),
  ],
  [
    '3: lost leading zeros',
    without('subject-numbers', (real) => ({
      createSubjectNumbers: (numbers) => ({ ...real.createSubjectNumbers(numbers), hasShort: () => false }),
    })),
    '{"ssn":"012853947","note":"no. 12853947."}',
    '012853947',
  ],
  ['3: JSON numbers', without('number-rules', () => ({ findInNumber: () => false })), named('"n":6.6645392e8')],
  [
    '3: numbers split over fields',
    without('split-numbers', () => ({ findInSiblings: () => [] })),
    named('"a":"666","b":"45","c":"3920"'),
  ],
  [
    '3: numbers that a text names',
    without('text-rules', (real) => ({
      collectFromText: (text, spans) => real.collectFromText(text, spans, createSubjectNumbers()),
    })),
    `{"q":"ssn=${NUMBER}","z":${NUMBER}}`,
  ],
  ['3: base64', without('code-runs', () => ({ decodeBase64Runs: () => [] })), withNote(btoa(`is ${NUMBER}`))],
  [
    '3: compressed text',
    without('byte-texts', () => ({ gunzippedText: () => null })),
    withNote(gzipSync(Buffer.from(`is ${NUMBER}`)).toString('hex')),
  ],
  ['3: hex', without('code-runs', () => ({ decodeHexRuns: () => [] })), withNote(Buffer.from(NUMBER).toString('hex'))],
  ['3: percent signs', without('escapes', () => ({ decodePercent: asIs })), withNote('%36%36%36453920')],
  ['3: entities', without('escapes', () => ({ decodeEntities: asIs })), withNote('&#54;&#54;&#54;453920')],
  ['3: escapes', without('escapes', () => ({ decodeBackslashes: asIs })), withNote('\\x36\\x36\\x36453920')],
  ['3: digits of other scripts', reclassed('DIGIT'), withNote('٦٦٦٤٥٣٩٢٠')],
  ['4: invisible characters', reclassed('INVISIBLE'), '"666\u200b45\u200b3920"'],
  [
    '3: markup between digits',
    without('digit-runs', (real) => ({
      readDigitRuns: (text, _skipTags, spans) => real.readDigitRuns(text, false, spans),
    })),
    withNote('<b>666</b><i class="x">45</i>3920'),
  ],
  [
    '1: names in XML',
    without('xml-tokenizer', () => ({ looksLikeXml: () => false })),
    JSON.stringify(
      `<otherIdentification><typeCode>S</typeCode><identificationNumber>${NUMBER}</identificationNumber></otherIdentification>`,
    ),
  ],
  [
    '4: groups of three, two and four',
    without('ssn-pattern', () => ({ findSsnPatterns: () => undefined })),
    '"666-45-3920"',
  ],
  [
    '5: names right before numbers',
    without('text-fields', () => ({ findNamedNumbers: () => [] })),
    `"Name: Ann, APPSSN: ${NUMBER}"`,
  ],
  [
    '5: numbers in parts with names',
    without('text-parts', () => ({ findPartedNumbers: () => [] })),
    JSON.stringify([`ssn1=${NUMBER.slice(0, 3)}&ssn2=${NUMBER.slice(3, 5)}&ssn3=${NUMBER.slice(5)}`, `x ${NUMBER}`]),
  ],
  [
    '5: words about SSNs',
    without('ssn-words', () => ({ findSsnWords: () => null })),
    `"SSN of our customer Mr John Smith is ${NUMBER}"`,
  ],
  [
    '5: digits beside words about SSNs',
    without('ssn-words', () => ({ isBesideSsnWord: () => false })),
    `"SSN of our customer Mr John Smith is ${NUMBER}"`,
  ],
  [
    '5: digits right after words about SSNs',
    without('ssn-words', () => ({ isNamedBySsnWord: () => false })),
    '"SSN 12853947"',
    '012853947',
  ],
  [
    '5: tables in text',
    without('text-tables', () => ({ findTableCells: () => undefined })),
    JSON.stringify(`SSN,Account,Zip\nnone,1,78701\n${NUMBER},1,78701`),
  ],
  [
    '5: words that tags break',
    without('visible-text', () => ({ visibleText: () => null })),
    JSON.stringify(`<td>Social<br>Security<br>Number</td><td>${NUMBER}</td>`),
  ],
  ['5: names that speak of SSNs', judging(() => ({ context: false })), `{"ssnComment":"reported ${NUMBER} twice"}`],
];

const keepers: readonly Row[] = [
  ['weak names of values', judging(() => ({ weakValue: false })), '{"type":"SSN","date":"01151985","id":"rec_1234"}'],
  ['names of other values', judging(() => ({ other: false })), '{"ssn":[{"number":"XXXXX","zipCode":"787011234"}]}'],
  ['match results', judging(() => ({ flags: false })), '{"ssnIndicators":"111101111"}'],
  ['names of businesses', judging(() => ({ namesBusiness: false })), '{"businessName":"B","taxId":"123456789"}'],
  ['paths of businesses', judging(() => ({ about: null })), '{"business":{"name":"A","taxId":"123456789"}}'],
  [
    'labels of employer ids',
    unlabelled('employer'),
    '{"TaxpayerIdentifierType":"EmployerIdentificationNumber","TaxpayerIdentifierValue":"123456789"}',
  ],
  [
    'labels of other identifications',
    unlabelled('other'),
    '{"otherIdentification":[{"typeCode":"DL","identificationNumber":"123456789"}]}',
  ],
  [
    'names of other numbers in text',
    without('ssn-words', () => ({ isBesideSsnWord: () => true })),
    '"SSN verified, account 123456789 is open"',
  ],
  [
    'longer things with such groups in them',
    without('number-chains', () => ({ isPartOfChain: () => false })),
    '"ISBN 978-316-14-8410"',
  ],
  [
    'rows of a table in text',
    without('text-tables', () => ({ createNumberRows: () => ({ isRow: () => false }) })),
    JSON.stringify('Score Util Balance\n712 45 6789'),
  ],
  [
    'types that stand in a pair of their own',
    without('typed-pairs', () => ({ employerPairs: () => () => false })),
    '[{"name":"TaxpayerIdentifierType","value":"EIN"},{"name":"TaxpayerIdentifierValue","value":"483920571"}]',
  ],
  ['names of numbers in the form of an SSN', judging(() => ({ otherForm: false })), '{"parcelId":"483-92-5710"}'],
];

const texts = (levels: number): string =>
  Array.from({ length: levels }).reduce<string>((text) => JSON.stringify({ text }), `n ${NUMBER}`);

const limits: readonly Row[] = [
  ['depth', unlimited('MAX_DEPTH'), `${'['.repeat(300)}${']'.repeat(300)}`],
  ['texts within texts', unlimited('MAX_NESTED_READINGS'), JSON.stringify(texts(11))],
  ['number of values', unlimited('MAX_VALUES'), `[${'1,'.repeat(1_100_000)}1]`],
  ['length', unlimited('MAX_INPUT_BYTES'), `"${'a'.repeat(9 * 1024 * 1024)}"`],
];

/** Loading all modules anew takes a while on two busy cores, and so does a text of nine megabytes. */
const PATIENCE_MS = 60_000;
const MUTATED = { timeout: PATIENCE_MS };

async function load(mutation: Mutation | null): Promise<(text: string) => string> {
  vi.resetModules();
  if (mutation !== null) {
    vi.doMock(`./${mutation.module}.ts`, async (importReal) => {
      const real = await importReal<object>();
      return { ...real, ...mutation.replace(real) };
    });
  }
  const { redactJsonText } = await import('./redact-json-text.ts');
  if (mutation !== null) vi.doUnmock(`./${mutation.module}.ts`);
  return (text) => redactJsonText(text).text;
}

/** By what stands before the colon in the names of the tests: a rule's number, or what else is switched off. */
const tallies = new Map<string, { tried: number; found: number }>();

afterEach(({ task }) => {
  vi.resetModules();
  const group = task.name.slice(0, task.name.indexOf(':'));
  const { tried, found } = tallies.get(group) ?? { tried: 0, found: 0 };
  tallies.set(group, { tried: tried + 1, found: found + (task.result?.state === 'pass' ? 1 : 0) });
});

afterAll(() => {
  const parts = [...tallies].sort().map(([group, { tried, found }]) => {
    const name = /^\d/.test(group) ? `rule ${group}` : group;
    return `${name}: ${found} of ${tried} found`;
  });
  process.stdout.write(`redaction mutations: ${parts.join('; ')}\n`);
});

describe('a rule that finds, switched off, leaks its case', () => {
  for (const [rule, mutation, text, number = NUMBER] of finders) {
    it(rule, MUTATED, async () => {
      expect(isRecoverable((await load(null))(text), number)).toBe(false);
      expect(isRecoverable((await load(mutation))(text), number)).toBe(true);
    });
  }

  it.each([
    ['written-digits', () => ({ findWrittenNumbers: () => [] }), 'six six six four five three nine two oh'],
    ['digit-codes', () => ({ findCodedNumbers: () => undefined }), '54 54 54 52 53 51 57 50 48'],
  ] as const)('3: %s', MUTATED, async (module, replace, note) => {
    const text = withNote(note);
    expect((await load(null))(text)).not.toContain(note);
    expect((await load(without(module, replace)))(text)).toContain(note);
  });

  it('1: words under a name', MUTATED, async () => {
    const text = '{"ssn":"six six six four five three nine two oh"}';
    expect((await load(null))(text)).not.toContain('six');
    expect((await load(without('written-digits', () => ({ writtenNumber: () => null }))))(text)).toBe(text);
  });

  it('5: spoken numbers', MUTATED, async () => {
    const text = '"my social is six six six four five three nine two oh"';
    expect((await load(null))(text)).not.toContain('six');
    expect((await load(without('written-digits', () => ({ findSpokenNumbers: () => [] }))))(text)).toBe(text);
  });

  it('3: last four digits of a number of the event', MUTATED, async () => {
    const text = withNote('last four are 3920 as verified');
    expect((await load(null))(text)).not.toContain('are 3920');
    const mutation = without('last-fours', () => ({ findLastFours: () => [] }));
    expect((await load(mutation))(text)).toContain('are 3920');
  });

  it('4: masked numbers', MUTATED, async () => {
    const text = '"XXX-XX-3920"';
    expect((await load(null))(text)).not.toContain('3920');
    const mutation = without('masked-numbers', () => ({ findMasked: () => undefined }));
    expect((await load(mutation))(text)).toBe(text);
  });

  it('4: documents in base64', MUTATED, async () => {
    const text = JSON.stringify(deflateSync(`is ${NUMBER}`).toString('base64url'));
    expect((await load(null))(text)).toBe('"***-**-****"');
    expect((await load(without('encoded-documents', () => ({ documentPiece: () => -1 }))))(text)).toBe(text);
  });

  it('5: custom fields that are nine digits', MUTATED, async () => {
    const shape = {
      identityPaths: [],
      opaquePaths: [],
      jsonBytesPaths: [],
      jsonTextPaths: ['customFields[].valueJson'],
      droppedPaths: [],
    };
    const event = { customFields: [{ id: 'f1', valueJson: `"${NUMBER}"` }] };
    const redact = async (): Promise<string> => {
      const { redactEvent } = await import('./redact-event.ts');
      return JSON.stringify(redactEvent(event, shape, { customFieldKeepList: new Set() }).event);
    };
    await load(null);
    expect(await redact()).not.toContain(NUMBER);
    vi.resetModules();
    vi.doMock('./custom-fields.ts', () => ({ findBareNumbers: () => [] }));
    expect(await redact()).toContain(NUMBER);
    vi.doUnmock('./custom-fields.ts');
  });
});

describe('a rule that keeps, switched off, alters its case', () => {
  for (const [rule, mutation, text] of keepers) {
    it(`values kept: ${rule}`, MUTATED, async () => {
      expect((await load(null))(text)).toBe(text);
      expect((await load(mutation))(text)).not.toBe(text);
    });
  }
});

describe('a limit, taken away, lets its case pass', () => {
  for (const [limit, mutation, text] of limits) {
    it(`limits: ${limit}`, MUTATED, async () => {
      const healthy = await load(null);
      // Modules that are loaded anew have an error class of their own.
      expect(() => healthy(text)).toThrow(expect.objectContaining({ name: InvalidError.name }));
      const mutated = await load(mutation);
      expect(() => mutated(text)).not.toThrow();
    });
  }
});
