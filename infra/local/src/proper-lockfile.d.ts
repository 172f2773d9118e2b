/** What we use of it; it brings no types of its own. */
declare module 'proper-lockfile' {
  export type LockOptions = {
    lockfilePath?: string;
    realpath?: boolean;
    /** Milliseconds after which a lock that its holder no longer renews is nobody's. */
    stale?: number;
    /** Milliseconds between two renewals. */
    update?: number;
    retries?: { retries?: number; factor?: number; minTimeout?: number; maxTimeout?: number; forever?: boolean };
    onCompromised?: (error: Error) => void;
  };
  /** Rejects with the code ELOCKED while another holds it. Resolves with the release. */
  export function lock(file: string, options?: LockOptions): Promise<() => Promise<void>>;
}
