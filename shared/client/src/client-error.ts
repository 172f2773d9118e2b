/** The API answered with an error envelope, or with something that is none. */
export class FundlensError extends Error {
  readonly status: number;
  /** `error.code` of the envelope; null when the answer had none, e.g. from a proxy in between. */
  readonly code: string | null;
  /** `error.reason`: tells apart failures of one code; null when the answer had none. */
  readonly reason: string | null;
  /** The parameters that break a rule; empty unless the answer is 400. */
  readonly details: readonly ParameterDetail[];
  /** Names the request at the service; null when the answer did not say. */
  readonly requestId: string | null;
  /** Seconds after which a retry makes sense; null when the answer did not say. */
  readonly retryAfterSeconds: number | null;

  constructor(answer: {
    readonly status: number;
    readonly code: string | null;
    readonly message: string;
    readonly reason: string | null;
    readonly details: readonly ParameterDetail[];
    readonly requestId: string | null;
    readonly retryAfterSeconds: number | null;
  }) {
    super(answer.message);
    this.name = 'FundlensError';
    this.status = answer.status;
    this.code = answer.code;
    this.reason = answer.reason;
    this.details = answer.details;
    this.requestId = answer.requestId;
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }
}

/** A parameter, and the rule that it breaks; null for the query as a whole, or an unknown name that is not shown. */
export type ParameterDetail = {
  readonly parameter: string | null;
  readonly rule: string;
  /** With `one_of`, the values that the parameter takes. */
  readonly allowed?: readonly string[];
};
