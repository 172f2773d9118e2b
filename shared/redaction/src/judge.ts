import type { ValueForm } from './values.ts';

/**
 * What is known of a candidate from what stands around it.
 *
 * - `named`: the name of the value says so, or a label of it that can mean nothing else;
 * - `sure`: a label beside it, the header of its column, or a word right before it says so;
 * - `likely`: a name or a label that may mean something else too or tells about a number (`ssnVerified`), or a word near it;
 * - `below`: it stands below a name that says so, under a name of its own;
 * - `taxpayer`: a person's or a business' number, and no business is named;
 * - `custom-field`: it is the value of a CRM custom field;
 * - `alone`: no word says anything; `other`: another number is named nearer.
 */
const EVIDENCE = ['named', 'sure', 'likely', 'below', 'taxpayer', 'custom-field', 'alone', 'other'] as const;

export type Evidence = (typeof EVIDENCE)[number];

/**
 * The one table: what goes (●) and what stays (·). The rows are the forms of `forms.ts` and `values.ts`; whatever stays still goes
 * where it is a number of the event.
 */
const TABLE: Readonly<Record<ValueForm, string>> = {
  //            named sure likely below taxpayer custom alone other
  nine: '       ●     ●    ●      ●     ●        ●      ·     ·',
  separated: '  ●     ●    ●      ●     ●        ●      ●     ·',
  grouped: '    ●     ●    ●      ●     ●        ●      ·     ·',
  zip: '        ●     ●    ●      ●     ●        ·      ·     ·',
  employer: '   ●     ●    ●      ·     ·        ·      ·     ·',
  short: '      ●     ●    ●      ·     ●        ·      ·     ·',
  four: '       ●     ●    ·      ·     ·        ·      ·     ·',
  masked: '     ●     ●    ●      ·     ●        ●      ●     ·',
  tail: '       ●     ●    ●      ·     ●        ·      ·     ·',
  text: '       ●     ·    ·      ·     ·        ·      ·     ·',
  nothing: '    ·     ·    ·      ·     ·        ·      ·     ·',
};

const GOES: ReadonlySet<string> = new Set(
  Object.entries(TABLE).flatMap(([form, row]) => {
    const cells = row.trim().split(/ +/);
    return EVIDENCE.filter((_, at) => cells[at] === '●').map((evidence) => `${form} ${evidence}`);
  }),
);

/** Whether a candidate of this form goes. */
export function judge(form: ValueForm, evidence: Evidence): boolean {
  return GOES.has(`${form} ${evidence}`);
}
