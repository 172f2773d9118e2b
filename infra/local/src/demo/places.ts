/** The companies and locations of the demo: fixed, so that their ids can stand in documentation and commands. */
export const demoCompanies = [
  { companyId: 'harborview', name: 'Harborview Funding Group', dailyQuota: null },
  { companyId: 'summit-ridge', name: 'Summit Ridge Capital', dailyQuota: 500_000 },
  { companyId: 'bluestem', name: 'Bluestem Business Credit', dailyQuota: null },
] as const;

export type DemoPlace = {
  readonly locationId: string;
  /** The company that installed it first. */
  readonly companyId: string;
  readonly name: string;
  readonly timezone: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly areaCode: string;
  /** Its share of all contacts, in percent; all shares add up to 100. */
  readonly share: number;
  /** Null: the location was uninstalled. */
  readonly ownedBy: string | null;
};

/** The location of the contact that the printed commands show. */
export const SHOWCASE_LOCATION = 'harborview-austin';

export const demoPlaces: readonly DemoPlace[] = [
  place('harborview-austin', 17, 'Austin, TX, 78701, America/Chicago, 512, 410 Congress Ave'),
  place('harborview-boston', 12, 'Boston, MA, 02110, America/New_York, 617, 75 Federal St'),
  place('harborview-denver', 9, 'Denver, CO, 80202, America/Denver, 303, 1600 Stout St'),
  place('harborview-phoenix', 8, 'Phoenix, AZ, 85004, America/Phoenix, 602, 2 N Central Ave'),
  place('harborview-tampa', 7, 'Tampa, FL, 33602, America/New_York, 813, 201 E Kennedy Blvd', 'summit-ridge'),
  place('summit-ridge-seattle', 11, 'Seattle, WA, 98101, America/Los_Angeles, 206, 1201 3rd Ave'),
  place('summit-ridge-portland', 8, 'Portland, OR, 97204, America/Los_Angeles, 503, 111 SW 5th Ave'),
  place('summit-ridge-anchorage', 5, 'Anchorage, AK, 99501, America/Anchorage, 907, 601 W 5th Ave'),
  place('summit-ridge-honolulu', 6, 'Honolulu, HI, 96813, Pacific/Honolulu, 808, 900 Bishop St'),
  place('bluestem-omaha', 8, 'Omaha, NE, 68102, America/Chicago, 402, 1299 Farnam St'),
  place('bluestem-hagatna', 4, 'Hagåtña, GU, 96910, Pacific/Guam, 671, 120 Chalan Santo Papa'),
  place('bluestem-boise', 5, 'Boise, ID, 83702, America/Boise, 208, 800 W Main St', null),
];

/** @param address `city, state, zip, zone, area code, street` */
function place(locationId: string, share: number, address: string, ownedBy?: string | null): DemoPlace {
  const [city = '', state = '', zip = '', timezone = '', areaCode = '', street = ''] = address.split(', ');
  const company = demoCompanies.find(({ companyId }) => locationId.startsWith(companyId));
  if (company === undefined) throw new TypeError(`${locationId} belongs to no company`);
  const { companyId } = company;
  const name = `${company.name.split(' ')[0]} ${city}`;
  const owner = ownedBy === undefined ? companyId : ownedBy;
  return { locationId, companyId, name, timezone, street, city, state, zip, areaCode, share, ownedBy: owner };
}

/** The custom field whose nine digits are an account reference and not an SSN; services are told so by option. */
export const ACCOUNT_REFERENCE_FIELD = 'cf-account-reference';

/** What the `customFields` of contacts mean, the same in every location. */
export const customFields = [
  customField('cf-monthly-revenue', 'Monthly revenue', 'MONETARY'),
  customField('cf-time-in-business', 'Time in business', 'TEXT'),
  customField('cf-industries', 'Industries', 'MULTIPLE_OPTIONS'),
  customField('cf-employer-id', 'Employer ID (EIN)', 'TEXT'),
  customField(ACCOUNT_REFERENCE_FIELD, 'Account reference', 'TEXT'),
  customField('cf-intake-notes', 'Intake notes', 'LARGE_TEXT'),
  customField('cf-legacy-id', 'Legacy ID', 'TEXT'),
] as const;

function customField(fieldId: string, name: string, dataType: string) {
  return { fieldId, name, key: `contact.${fieldId.slice('cf-'.length).replaceAll('-', '_')}`, dataType };
}
