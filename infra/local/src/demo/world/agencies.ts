/** The companies and locations of the demo: fixed, so that their ids can stand in documentation and commands. */
export type DemoCompany = {
  readonly companyId: string;
  readonly name: string;
  /** Requests per UTC day; null: the default. */
  readonly dailyQuota: number | null;
};

export type DemoLocationProfile = {
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
  /** What became of the installation: still there, gone, or moved to the company named. */
  readonly installation: 'installed' | 'uninstalled' | { readonly transferredTo: string };
  /** Its share of all contacts, in percent; all shares add up to 100. */
  readonly share: number;
};

export const demoCompanies: readonly DemoCompany[] = [
  { companyId: 'harborview', name: 'Harborview Funding Group', dailyQuota: null },
  { companyId: 'summit-ridge', name: 'Summit Ridge Capital', dailyQuota: 500_000 },
  { companyId: 'bluestem', name: 'Bluestem Business Credit', dailyQuota: null },
];

/** Where the contact is at home that the printed commands show. */
export const SHOWCASE_LOCATION = 'harborview-austin';

const installed = { installation: 'installed' } as const;

export const demoLocations: readonly DemoLocationProfile[] = [
  location('harborview', 'austin', 'Austin, TX 78701, America/Chicago, 512, 410 Congress Ave', {
    ...installed,
    share: 17,
  }),
  location('harborview', 'boston', 'Boston, MA 02110, America/New_York, 617, 75 Federal St', {
    ...installed,
    share: 12,
  }),
  location('harborview', 'denver', 'Denver, CO 80202, America/Denver, 303, 1600 Stout St', { ...installed, share: 9 }),
  location('harborview', 'phoenix', 'Phoenix, AZ 85004, America/Phoenix, 602, 2 N Central Ave', {
    ...installed,
    share: 8,
  }),
  location('harborview', 'tampa', 'Tampa, FL 33602, America/New_York, 813, 201 E Kennedy Blvd', {
    installation: { transferredTo: 'summit-ridge' },
    share: 7,
  }),
  location('summit-ridge', 'seattle', 'Seattle, WA 98101, America/Los_Angeles, 206, 1201 3rd Ave', {
    ...installed,
    share: 11,
  }),
  location('summit-ridge', 'portland', 'Portland, OR 97204, America/Los_Angeles, 503, 111 SW 5th Ave', {
    ...installed,
    share: 8,
  }),
  location('summit-ridge', 'anchorage', 'Anchorage, AK 99501, America/Anchorage, 907, 601 W 5th Ave', {
    ...installed,
    share: 5,
  }),
  location('summit-ridge', 'honolulu', 'Honolulu, HI 96813, Pacific/Honolulu, 808, 900 Bishop St', {
    ...installed,
    share: 6,
  }),
  location('bluestem', 'omaha', 'Omaha, NE 68102, America/Chicago, 402, 1299 Farnam St', { ...installed, share: 8 }),
  location('bluestem', 'hagatna', 'Hagåtña, GU 96910, Pacific/Guam, 671, 120 Chalan Santo Papa', {
    ...installed,
    share: 4,
  }),
  location('bluestem', 'boise', 'Boise, ID 83702, America/Boise, 208, 800 W Main St', {
    installation: 'uninstalled',
    share: 5,
  }),
];

/** @param place `city, state zip, zone, area code, street` */
function location(
  companyId: string,
  name: string,
  place: string,
  fate: Pick<DemoLocationProfile, 'installation' | 'share'>,
): DemoLocationProfile {
  const [city = '', stateAndZip = '', timezone = '', areaCode = '', street = ''] = place.split(', ');
  const [state = '', zip = ''] = stateAndZip.split(' ');
  const company = demoCompanies.find((candidate) => candidate.companyId === companyId)?.name.split(' ')[0];
  const locationId = `${companyId}-${name}`;
  return { locationId, companyId, name: `${company} ${city}`, timezone, street, city, state, zip, areaCode, ...fate };
}
