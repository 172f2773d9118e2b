import { rememberingWords, type Scalar } from './report-tree.ts';

/**
 * How bureaus write values, and how a reader is shown them. What cannot be understood is shown as it stands: a value is
 * never guessed, and never left out because it is unusual.
 */

/** Longer than a real name, address or remark; bounds what one string may take of a page. */
export const MAX_VALUE_CHARACTERS = 300;
/** A consumer's statement has at most 100 to 200 words (15 U.S.C. § 1681i). */
export const MAX_STATEMENT_CHARACTERS = 2_000;

/** Plain words with one space between them: nothing in them is to be cleaned. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
/** Control and format characters, also those that turn the direction of text: none of them has a place on paper. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu;

/**
 * One line of text, null when there is nothing to show. Well-formed, because a store replaces lone surrogates, and what is read
 * back must render to the same bytes.
 */
export function textOf(value: Scalar | null, maxCharacters = MAX_VALUE_CHARACTERS): string | null {
  if (value === null) return null;
  // Cut before it is looked at, so that a text of megabytes costs no more than a long one.
  const stated = String(value).slice(0, maxCharacters * 2);
  const line = PLAIN.test(stated)
    ? stated
    : stated.toWellFormed().normalize('NFC').replace(UNPRINTABLE, ' ').replace(/\s+/gu, ' ').trim();
  if (line.length <= maxCharacters) return line || null;
  const characters = [...line];
  return characters.length <= maxCharacters ? line : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}

/** Whole dollars have no cents. Made once: making one takes some sixty times as long as using it. */
const DOLLARS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' });

const MONEY = /^[+-]?\$?\s?(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.\d{1,20})?$/;

/** `$1,234.50` is 123450; a credit balance is below zero. Null for what is no amount, or one that no number holds exactly. */
function signedCentsOf(value: Scalar | null): number | null {
  if (value === null || typeof value === 'boolean') return null;
  const text = String(value).slice(0, MAX_VALUE_CHARACTERS).trim();
  if (!MONEY.test(text)) return null;
  const cents = Math.round(Number(text.replace(/[$,\s]/g, '')) * 100);
  return Number.isSafeInteger(cents) ? cents : null;
}

/** A credit balance owes nothing. */
export function centsOf(value: Scalar | null): number | null {
  const cents = signedCentsOf(value);
  return cents && Math.max(0, cents);
}

/** Padded zeros gone: `000015000` is `$15,000`. What is no amount stands as it is. */
export function moneyOf(value: Scalar | null): string | null {
  const cents = signedCentsOf(value);
  return cents === null ? textOf(value) : shownCents(cents);
}

/** `$1,234.50`, `-$900`. */
export function shownCents(cents: number): string {
  return `${cents < 0 ? '-' : ''}$${DOLLARS.format(Math.abs(cents) / 100)}`;
}

/** How bureaus write dates, and where year, month and day stand; they write `00` for a month or a day that they do not know. */
const DATES: readonly (readonly [form: RegExp, places: readonly [year: number, month: number, day: number]])[] = [
  [/^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ].{0,40})?$/, [1, 2, 3]],
  [/^(\d{1,2})\/(?:(\d{1,2})\/)?(\d{4})$/, [3, 1, 2]],
  [/^(\d{2})(\d{2})(\d{4})$/, [3, 1, 2]],
  [/^((?:19|20)\d{2})(\d{2})(\d{2})$/, [1, 2, 3]],
  [/^(\d{2})((?:19|20)\d{2})$/, [2, 1, 3]],
  [/^((?:19|20)\d{2})$/, [1, 2, 3]],
];

/** `2020-01-15`, `2020-01` or `2020`. Null for what is no date. */
function dateIn(value: Scalar | null): string | null {
  if (value === null) return null;
  const text = String(value).slice(0, MAX_VALUE_CHARACTERS).trim();
  // A number has lost the zero before its month.
  return writtenDate(typeof value === 'number' && /^\d{5}$|^\d{7}$/.test(text) ? `0${text}` : text);
}

const writtenDate = rememberingWords((written) => {
  for (const [form, [atYear, atMonth, atDay]] of DATES) {
    const match = form.exec(written) ?? [];
    const [year, month, day] = [match[atYear] ?? '', match[atMonth] ?? '', match[atDay] ?? ''];
    if (Number(year) < 1880 || Number(year) > 2199 || Number(month) > 12 || Number(day) > 31) continue;
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`.replace(/-00.*/, '');
  }
  return null;
});

/** `2020-01-15`, or `2020-01` where the bureau states no day. Null where it states no month. */
export function calendarDateOf(value: Scalar | null): string | null {
  const date = dateIn(value);
  return date?.includes('-') ? date : null;
}

/** As it is shown, `2020-01-15` as `01/15/2020`, `2020-01` as `01/2020`; what is no date stands as it is. */
export function dateOf(value: Scalar | null): string | null {
  const date = dateIn(value);
  if (date === null) return textOf(value);
  const [year, ...others] = date.split('-');
  return [...others, year].join('/');
}

/** The year of a date; null when none can be told. */
export const yearOf = (value: Scalar | null) => dateIn(value)?.slice(0, 4) ?? null;

/** Enough to tell accounts apart; all of it is in the stored report. */
const SHOWN_OF_ACCOUNT = 4;
const MASK = '••••';
const MASK_SIGNS = /[*•]+|[xX]{2,}/;

/**
 * An account number, masked the same way whatever the bureau has masked itself: its last signs, or its first ones where the
 * bureau shows those (`••••1113`, `5178••••`).
 */
export function accountOf(value: Scalar | null): string | null {
  const text = textOf(value);
  if (text === null) return null;
  const parts = text.split(MASK_SIGNS).map((part) => part.trim());
  const last = parts.at(-1) ?? '';
  if (last !== '') return MASK + last.slice(-SHOWN_OF_ACCOUNT);
  const first = parts.find((part) => part !== '');
  return first === undefined ? MASK : first.slice(0, SHOWN_OF_ACCOUNT) + MASK;
}

/** What is stated of the parts; null where that is nothing. */
export function joined(separator: string, parts: readonly (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(separator) || null;
}

const MAX_NAME_CHARACTERS = 64;

/** As scores and rows name their bureaus and models. */
export const nameOf = (stated: Scalar | null) => textOf(stated, MAX_NAME_CHARACTERS);

/** `tradelineCount` is `Tradeline count`. */
export function spacedWords(name: string): string {
  const spaced = name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
