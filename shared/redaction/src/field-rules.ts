import { answersIn } from './answers.ts';
import { cellsBesideLabels } from './beside-labels.ts';
import { hasFourDigits } from './character-classes.ts';
import type { Edit } from './edits.ts';
import {
  apply,
  applyToKey,
  applyToNamedParts,
  applyToParts,
  type FieldContext,
  type Judgement,
} from './field-edits.ts';
import { addTo, FieldNames } from './field-names.ts';
import {
  CELL_VERDICTS,
  IN_BUSINESS,
  IN_NO_PART,
  IN_PERSON,
  IN_TAXPAYER,
  type Verdict,
  verdictOf,
} from './field-verdicts.ts';
import type { KeyJudgement } from './key-rules.ts';
import { cellsOfLabelledIds } from './labelled-ids.ts';
import { personalNumbers } from './personal-numbers.ts';
import {
  createLabelReader,
  hasValueBesideId,
  type LabelledValue,
  type LabelReader,
  labelIn,
  labelledValues,
} from './sibling-labels.ts';
import { NO_ROW, ssnLabels } from './ssn-labels.ts';
import { collectParts } from './ssn-parts.ts';
import { bareDigits } from './subject-numbers.ts';
import { cellsBelowHeaders } from './table-rules.ts';
import { STRING, type TokenIndex } from './token-index.ts';
import { employerPairs } from './typed-pairs.ts';

export type FieldFindings = {
  /** Rules 1 and 2: values (and keys below an SSN's name) that go. */
  readonly edits: Edit[];
  /** Entries that the edits replace. */
  readonly replaced: ReadonlySet<number>;
  /** Strings whose name or label speaks of SSNs: nine bare digits in them are one. */
  readonly aboutSsn: Set<number>;
  /** Strings that have an SSN's form and whose names say what else they are: parcels, payment histories. */
  readonly otherForms: ReadonlySet<number>;
};

export function judgeFields(tokens: TokenIndex, context: FieldContext): FieldFindings {
  const fields = new FieldRules(tokens, context).judge();
  const answers = answersIn(tokens, context);
  for (const edit of answers.edits) fields.edits.push(edit);
  for (const entry of answers.aboutSsn) fields.aboutSsn.add(entry);
  return fields;
}

/** Rules 1 and 2: names first, then labels, then what names and labels left open. */
class FieldRules {
  readonly #tokens: TokenIndex;
  readonly #judgement: Judgement;
  readonly #names: FieldNames;
  readonly #labels: LabelReader;
  /** Values of which a label says what else they are. */
  readonly #keptByLabel = new Set<number>();
  /** Taxpayers' numbers whose type says that they are an employer's, whatever labels farther away say. */
  readonly #employers = new Set<number>();
  /** Whether a company is named in a container: asked of each taxpayer's number, found out once per container. */
  readonly #companies = new Map<number, boolean>();

  constructor(tokens: TokenIndex, context: FieldContext) {
    this.#tokens = tokens;
    this.#judgement = { ...context, tokens, edits: [], replaced: new Set(), parts: new Map() };
    this.#names = new FieldNames(this.#judgement);
    this.#labels = createLabelReader(tokens, this.#names.keys);
  }

  judge(): FieldFindings {
    this.#judgeLabelled();
    this.#judgeCells();
    this.#judgeBelowNames();
    this.#judgeTaxpayers();
    this.#judgePersonal();
    this.#judgeNumbersAsNames();
    this.#judgeParts();
    const { edits, replaced } = this.#judgement;
    return { edits, replaced, aboutSsn: this.#names.aboutSsn, otherForms: this.#names.otherForms };
  }

  /** Values that a label beside them names. */
  #judgeLabelled(): void {
    const isOfEmployer = employerPairs(this.#labels);
    /** Done when all types are known: a label farther away says less. */
    const judged: (() => void)[] = [];
    const because = (label: number): string | null => this.#labelText(label);
    for (const container of this.#names.labelled) {
      const outer = this.#names.outerOf(container);
      const ofIdentification = (outer & IN_TAXPAYER) !== 0;
      const ofBusiness = this.#names.businesses.has(container) || (outer & IN_BUSINESS) !== 0;
      for (const value of labelledValues(this.#labels, container, ofIdentification)) {
        const isTaxpayers = value.key.says === 'taxpayer' || ofIdentification;
        if (value.label === 'employer' && isTaxpayers) this.#employers.add(value.entry);
        if (value.label !== 'taxpayer') judged.push(() => this.#judgeValue(value, ofIdentification));
        else if (!ofBusiness && !isOfEmployer(container))
          judged.push(() => this.#apply(value.entry, 'taxpayer', because(value.by)));
      }
    }
    for (const judge of judged) judge();
  }

  #judgeValue({ entry, key, label, by }: LabelledValue, ofIdentification: boolean): void {
    const isWeak = key.weakValue || (label === 'social' && key.mayBeAmount && !ofIdentification);
    const because = this.#labelText(by);
    if (label === 'last-four') this.#apply(entry, 'ssn', because);
    else if (label === 'ssn' || label === 'card' || label === 'social') {
      this.#apply(entry, isWeak ? 'if-short' : 'ssn', because);
      if (label === 'ssn' && OF_ERROR.test(key.name)) this.#names.aboutSsn.add(entry);
    } else if (label === 'about' || label === 'part') this.#names.aboutSsn.add(entry);
    else this.#keptByLabel.add(entry);
  }

  /** Cells beside or below a label, and numbers in parts. */
  #judgeCells(): void {
    const headers = ssnLabels(this.#labels, this.#judgement.hints);
    const rows = new Map<number, number[]>();
    const cells = [
      ...cellsBesideLabels(this.#labels, headers),
      ...cellsBelowHeaders(this.#labels, headers),
      ...cellsOfLabelledIds(this.#labels, headers, this.#judgement.labelledFields),
    ];
    for (const { entry, row, says, label } of cells) {
      if (says !== null) this.#apply(entry, CELL_VERDICTS[says], this.#labelText(label));
      if (row !== NO_ROW && says !== 'social' && says !== 'name') addTo(rows, row, entry);
    }
    for (const group of [...this.#names.parted.values(), ...rows.values()]) {
      if (group.length > 1) applyToNamedParts(this.#judgement, group);
    }
  }

  #judgeBelowNames(): void {
    for (const entry of this.#names.belowNames) {
      const container = this.#tokens.parentOf(entry);
      const key = this.#names.keyOf(entry);
      if (this.#names.networks.has(container) || (key.isId && hasValueBesideId(this.#labels, container))) continue;
      const verdict = verdictOf(key, this.#names.outerOf(container), !this.#tokens.hasKey(entry)) ?? 'if-short';
      apply(this.#judgement, entry, verdict, { rule: 'key' });
    }
  }

  #judgeTaxpayers(): void {
    for (const entry of this.#names.taxpayers) {
      const container = this.#tokens.parentOf(entry);
      if (this.#keptByLabel.has(entry) || this.#isBesideBusiness(container)) continue;
      apply(this.#judgement, entry, 'taxpayer', { rule: 'key' });
    }
  }

  /** Numbers that a person, or the last four digits beside them, make SSNs. */
  #judgePersonal(): void {
    const isOfPerson = (container: number): boolean => (this.#names.outerOf(container) & IN_PERSON) !== 0;
    for (const entry of personalNumbers(this.#labels, this.#names.personal, isOfPerson)) {
      const container = this.#tokens.parentOf(entry);
      const ofBusiness = (this.#names.outerOf(container) & IN_BUSINESS) !== 0 || this.#isBesideBusiness(container);
      if (this.#keptByLabel.has(entry) || ofBusiness) continue;
      const { personal } = this.#names.keyOf(entry);
      this.#apply(entry, personal === 'federal' ? 'taxpayer' : 'if-nine', personal === null ? 'its last four' : null);
    }
  }

  /** Numbers that are names of what a label says is an SSN. */
  #judgeNumbersAsNames(): void {
    for (const entry of numbersAsNames(this.#tokens)) {
      const isContainer = this.#tokens.isContainer(entry);
      const label = isContainer ? labelIn(this.#labels, entry) : this.#labels.judge(entry, false);
      if (label === 'ssn' || label === 'social') applyToKey(this.#judgement, entry);
    }
  }

  /** Numbers in parts, below a name that says SSN or may do so. */
  #judgeParts(): void {
    const isOther = (entry: number): boolean => {
      const key = this.#names.keyOf(entry);
      return key.other || key.isNoPart || (this.#names.outerOf(this.#tokens.parentOf(entry)) & IN_NO_PART) !== 0;
    };
    const isNoPart = (entry: number): boolean => !this.#names.keyOf(entry).part;
    for (const container of this.#names.ssnContainers) applyToParts(this.#judgement, container, isOther);
    for (const container of this.#names.maybeContainers) applyToParts(this.#judgement, container, isNoPart);
    collectParts(this.#judgement.parts, this.#judgement.subjects);
  }

  #apply(entry: number, verdict: Verdict, because: string | null): void {
    if (!this.#employers.has(entry)) apply(this.#judgement, entry, verdict, { rule: 'sibling', because });
  }

  /** A label with its name: `typeCode: SSN`. */
  #labelText(label: number): string | null {
    if (label < 0) return 'the field of that id';
    const tokens = this.#tokens;
    const name = tokens.hasKey(label) ? `${tokens.keyOf(label)}: ` : '';
    return `${name}${tokens.isContainer(label) ? '…' : tokens.spelling(label, MAX_LABEL_SHOWN)}`;
  }

  #isBesideBusiness(container: number): boolean {
    return this.#names.businesses.has(container) || this.#isBesideCompany(container);
  }

  #isBesideCompany(container: number): boolean {
    const known = this.#companies.get(container) ?? hasCompany(this.#tokens, this.#names.keys, container);
    this.#companies.set(container, known);
    return known;
  }
}

const MAX_LABEL_SHOWN = 64;

/** The text of an error, which tells the value that it is about: `{field: "ssn", message: "… is invalid"}`. */
const OF_ERROR = /(?:message|msg|details?)$/;

/** A member's text that is the name or the legal form of a company: `Acme Inc.`, `LLC`. */
const COMPANY =
  /(?:^|[\s,.])(?:inc|incorporated|llc|l\.l\.c|corp|corporation|ltd|limited|co|company|lp|llp|pllc|plc|gmbh|n\.a)\.?$/i;
const MAX_COMPANY_NAME = 128;

function hasCompany(tokens: TokenIndex, keys: readonly KeyJudgement[], container: number): boolean {
  if (container < 0) return false;
  return tokens.membersOf(container).some((member) => {
    if (tokens.kindOf(member) !== STRING || keys[tokens.nameOf(member)]?.labelOf === null) return false;
    const isName = tokens.lengthOf(member) <= MAX_COMPANY_NAME && !hasFourDigits(tokens.classesOf(member));
    return isName && COMPANY.test(tokens.spelling(member));
  });
}

/** Members whose names are nine digits: `{"123456789": "SSN"}`. */
function numbersAsNames(tokens: TokenIndex): readonly number[] {
  const isNumber = tokens.names.map(
    (name) => !BEGINS_WITH_LETTER.test(name) && bareDigits(tokens.decode(name))?.length === 9,
  );
  if (!isNumber.includes(true)) return [];
  const entries: number[] = [];
  for (let entry = 0; entry < tokens.length; entry++) {
    const isJudged = tokens.kindOf(entry) === STRING || tokens.isContainer(entry);
    if (isJudged && tokens.hasKey(entry) && isNumber[tokens.nameOf(entry)] === true) entries.push(entry);
  }
  return entries;
}

const BEGINS_WITH_LETTER = /^[a-zA-Z]/;
