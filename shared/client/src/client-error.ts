/** The API answered with an error envelope, or with something that is none. */
export class FundlensError extends Error {
  readonly status: number;
  /** `error.code` of the envelope; null when the answer had none, e.g. from a proxy in between. */
  readonly code: string | null;
  /** Names the request at the service; null when the answer did not say. */
  readonly requestId: string | null;
  /** Seconds after which a retry makes sense; null when the answer did not say. */
  readonly retryAfterSeconds: number | null;

  constructor(answer: {
    readonly status: number;
    readonly code: string | null;
    readonly message: string;
    readonly requestId: string | null;
    readonly retryAfterSeconds: number | null;
  }) {
    super(answer.message);
    this.name = 'FundlensError';
    this.status = answer.status;
    this.code = answer.code;
    this.requestId = answer.requestId;
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }
}
