/** A custom field as a location defines it in its CRM. */
export type DemoCustomField = {
  readonly fieldId: string;
  readonly name: string;
  readonly key: string;
  readonly dataType: string;
};

/** The custom field whose nine digits are an account reference and not an SSN; services are told so by option. */
export const ACCOUNT_REFERENCE_FIELD = 'cf-account-reference';

/** What the `customFields` of contacts mean, the same in every location. */
export const customFields: readonly DemoCustomField[] = [
  defined('cf-monthly-revenue', 'Monthly revenue', 'MONETARY'),
  defined('cf-time-in-business', 'Time in business', 'TEXT'),
  defined('cf-industries', 'Industries', 'MULTIPLE_OPTIONS'),
  defined('cf-employer-id', 'Employer ID (EIN)', 'TEXT'),
  defined(ACCOUNT_REFERENCE_FIELD, 'Account reference', 'TEXT'),
  defined('cf-intake-notes', 'Intake notes', 'LARGE_TEXT'),
  defined('cf-legacy-id', 'Legacy ID', 'TEXT'),
];

export const fieldNames: ReadonlyMap<string, string> = new Map(
  customFields.map(({ fieldId, name }) => [fieldId, name]),
);

function defined(fieldId: string, name: string, dataType: string): DemoCustomField {
  return { fieldId, name, key: `contact.${fieldId.slice('cf-'.length).replaceAll('-', '_')}`, dataType };
}
