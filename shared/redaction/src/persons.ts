/** Two to four words without digits or signs of a company. */
const NAME = /^\p{L}[\p{L}'’-]*,?\s+\p{L}[\p{L}'’.-]*(?:\s+\p{L}[\p{L}'’.-]*){0,2}$/u;
const BUSINESS_WORD =
  /(?:’|')s\b|\b(?:inc|llc|l\.l\.c|corp|ltd|co|company|llp|lp|pllc|the|and|of|holdings?|group|services?|solutions?|enterprises?|partners|associates|industries|systems?|trust|bank|bros|brothers|sons?|shop|stores?|salon|motors?|foods?|labs?|studios?|capital|propert(?:y|ies)|realty|logistics|trucking|transport|consulting|international|global|national|american|first|united|farms?|ministries|foundation|church|school|hospital|clinic|press|media|design|homes?|hotels?|insurance|jewel(?:ers|ry)|furniture|winery|vineyards?|bakery|plumbing|electric|roofing|construction|restaurants?|pizza|cafe|coffee|grill|bar|auto|cars?|tech|digital|software|data|market(?:s|ing)?|cleaning|landscap(?:e|ing)|health|medical|dental|legal|law|tax|accounting|finan(?:ce|cial)|credit|funding|lending|mortgage|energy|power|solar|water|air|ocean|river|mountain|valley|lake|city|north|south|east|west|pacific|atlantic|golden|blue|green|red|black|royal|star|sun|pro|best|express|supply|equipment|rentals?|fitness|gym|spa|beauty|wireless|security|staffing|care)\b/iu;

/** Whether a text reads as the name of a person and has no word that businesses are called by. */
export function readsAsPerson(text: string): boolean {
  const name = text.trim();
  return NAME.test(name) && !BUSINESS_WORD.test(name);
}
