/**
 * The rules that a parameter can break: `rule` in `error.details`. Clients may branch on them; more may be added.
 * `either`: one of the parameters with this rule is required. `excluded`: it cannot be given beside another one.
 * `agency_only`: location keys cannot give it.
 */
export const PARAMETER_RULES = [
  'required',
  'either',
  'excluded',
  'agency_only',
  'unknown',
  'repeated',
  'encoding',
  'length',
  'range',
  'format',
  'one_of',
  'cursor',
  'size',
  'too_many_locations',
  'unknown_partition',
  'position_not_reached',
] as const;

export type ParameterRule = (typeof PARAMETER_RULES)[number];

/** A rule that a parameter of the request breaks. Never holds a value of the request. */
export type ParameterIssue = {
  /** Null for the query as a whole, and for an unknown name that may be a value. */
  readonly parameter: string | null;
  readonly rule: ParameterRule;
  /** A sentence for people. */
  readonly message: string;
  /** The values of a closed vocabulary, where the rule is `one_of`. */
  readonly allowed?: readonly string[];
};
