/** The most common given names of the United States (Social Security Administration, births 1940 to 2005). */
const GIVEN_NAMES = new Set(
  (
    'aaron adam alan albert alejandro alex alexander alexis alice allison amanda amber amy andrea andrew angela ann anna ' +
    'anne anthony antonio arthur ashley austin barbara benjamin beth betty beverly billy bob bobby bonnie brandon brenda ' +
    'brian bruce bryan carl carlos carol carolyn catherine charles cheryl chris christian christina christine christopher ' +
    'cindy courtney craig crystal cynthia daniel danielle david dawn deborah debra denise dennis diana diane donald donna ' +
    'dorothy douglas dylan edward elizabeth emily emma eric erica erin ethan eugene evelyn frances francisco frank gabriel ' +
    'gary george gerald gina gloria grace greg gregory hannah harold heather heidi helen henry holly jack jacob jacqueline ' +
    'james jamie jane janet janice jason javier jean jeff jeffrey jennifer jeremy jerry jesse jessica jesus jim jimmy joan ' +
    'joe john johnny jonathan jordan jorge jose joseph joshua joyce juan juanita judith judy julia julie julio justin karen ' +
    'karl katherine kathleen kathryn kathy kayla keith kelly kenneth kevin kim kimberly kristen kristin kyle larry laura ' +
    'lauren lawrence leslie linda lisa logan lori louis luis madison manuel margaret maria marie marilyn mark martha martin ' +
    'mary matthew megan melanie melissa michael michelle miguel mike monica nancy natalie nathan nicholas nicole noah olivia ' +
    'pamela patricia patrick paul paula peggy peter philip phillip rachel ralph randy raymond rebecca ricardo richard robert ' +
    'roberto roger ronald rose roy russell ruth ryan samantha samuel sandra sara sarah scott sean sharon shirley sophia ' +
    'stephanie stephen steve steven susan tammy teresa theresa thomas tiffany timothy tina todd tom tracy travis tyler ' +
    'valerie vanessa victor victoria vincent virginia walter wanda wayne wendy william willie zachary'
  ).split(' '),
);

/** Two to four words without digits or signs of a company, the first or (after a comma) the second a given name. */
const NAME = /^([\p{L}'’-]+)(,)?\s+([\p{L}'’.-]+)(?:\s+[\p{L}'’.-]+){0,2}$/u;
const COMPANY_WORD =
  /(?:’|')s\b|\b(?:holdings?|group|services?|solutions?|enterprises?|partners|associates|industries|systems?|trust|bank|bros|brothers|sons?|shop|stores?|salon|motors?|foods?|labs?|studios?|capital|propert(?:y|ies)|realty|logistics|trucking|consulting|international|global|farms?|ministries|foundation|church|school|hospital|clinic|press|media|design|homes|hotels?|insurance|jewelers|jewelry|furniture|winery|vineyards?|bakery|plumbing|electric|roofing|construction|restaurants?|pizza)\b/iu;

/** Whether a text reads as the name of a person whose given name is common: a business is hardly called so. */
export function readsAsPerson(text: string): boolean {
  const [, first = '', comma, second = ''] = NAME.exec(text.trim()) ?? [];
  return GIVEN_NAMES.has((comma === undefined ? first : second).toLowerCase()) && !COMPANY_WORD.test(text);
}
