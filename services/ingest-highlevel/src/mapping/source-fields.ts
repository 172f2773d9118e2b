import { ID_PATTERN } from '@fundlens/contracts/definition/field-rules';
import {
  MAX_ID_LENGTH,
  MAX_INSTANT_AHEAD_MS,
  MAX_INSTANT_MS,
  MAX_LINE_LENGTH,
  MAX_MONEY_CENTS,
  MIN_INSTANT_MS,
} from '@fundlens/contracts/definition/limits';
import { isTimeZone } from '@fundlens/contracts/definition/time-zone';

export type Source = Readonly<Record<string, unknown>>;

const CENTS_PER_UNIT = 100;
const PLAIN_NUMBER = /^\d{1,16}$/;

/**
 * Reads the fields of a HighLevel object into the bounds of our contract. HighLevel states no bounds: a text that is too long
 * is cut and a value that cannot be is left out, because refusing the event would lose the whole entity. What was cut is
 * known by the name of its field only.
 */
export class SourceFields {
  readonly #source: Source;
  /** Epoch milliseconds. */
  readonly occurredAt: number;
  readonly #cut = new Set<string>();

  /** @param occurredAt instants more than a day ahead of it are left out, as the contract refuses them */
  constructor(source: Source, occurredAt: number) {
    this.#source = source;
    this.occurredAt = occurredAt;
  }

  /** Names of the fields whose value did not fit. */
  get cut(): readonly string[] {
    return [...this.#cut].toSorted();
  }

  /** The same value has several names in HighLevel's webhooks, searches and routes: the first that has one counts. */
  value(...names: readonly [string, ...string[]]): unknown {
    const value = names
      .map((name) => this.#source[name])
      .find((one) => one !== undefined && one !== null && one !== '');
    return value ?? null;
  }

  line(...names: readonly [string, ...string[]]): string | null {
    const value = this.value(...names);
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    return this.#bounded(names[0], String(value));
  }

  lines(name: string, maxItems: number): string[] {
    const value = this.value(name);
    if (!Array.isArray(value)) return [];
    const texts = value.filter((item: unknown) => typeof item === 'string' && item !== '') as string[];
    if (texts.length > maxItems) this.#cut.add(name);
    return texts.slice(0, maxItems).map((text) => this.#bounded(name, text));
  }

  id(...names: readonly [string, ...string[]]): string | null {
    const value = this.value(...names);
    if (value === null) return null;
    if (typeof value === 'string' && value.length <= MAX_ID_LENGTH && ID_PATTERN.test(value)) return value;
    this.#cut.add(names[0]);
    return null;
  }

  /** ISO-8601 text, or epoch milliseconds as a number or text. */
  instant(...names: readonly [string, ...string[]]): number | null {
    const instant = instantOf(this.value(...names));
    if (instant === null) return null;
    const latest = Math.min(this.occurredAt + MAX_INSTANT_AHEAD_MS, MAX_INSTANT_MS);
    if (instant >= MIN_INSTANT_MS && instant <= latest) return instant;
    this.#cut.add(names[0]);
    return null;
  }

  /** An amount in units of the currency, as integer cents. */
  cents(name: string): number | null {
    const value = this.value(name);
    const amount = typeof value === 'string' ? Number(value) : value;
    if (typeof amount !== 'number' || Number.isNaN(amount)) return null;
    const cents = Math.round(amount * CENTS_PER_UNIT);
    if (cents >= 0 && cents <= MAX_MONEY_CENTS) return cents;
    this.#cut.add(name);
    return null;
  }

  timeZone(name: string): string | null {
    const value = this.value(name);
    return typeof value === 'string' && isTimeZone(value) ? value : null;
  }

  noteCut(name: string): void {
    this.#cut.add(name);
  }

  #bounded(name: string, text: string): string {
    if (text.length > MAX_LINE_LENGTH) this.#cut.add(name);
    // Cutting may halve a pair of surrogates.
    return text.slice(0, MAX_LINE_LENGTH).toWellFormed();
  }
}

/** Epoch milliseconds of ISO-8601 text (UTC where it names no zone) or of a number; null for anything else. */
export function instantOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.trunc(value) : null;
  if (typeof value !== 'string') return null;
  // Without a zone it would be in that of this machine.
  const zoned = /\d$/.test(value) && !/[+-]\d\d:?\d\d$/.test(value) ? `${value}Z` : value;
  const instant = PLAIN_NUMBER.test(value) ? Number(value) : Date.parse(zoned);
  return Number.isNaN(instant) ? null : instant;
}

export function isSource(value: unknown): value is Source {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
