import type { StackAddresses } from '@fundlens/local/started-server';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by infra/local/src/vitest-global-setup.ts. */
    stack: StackAddresses;
  }
}

/** Addresses of the real servers of this test run. */
export function testStack(): StackAddresses {
  return inject('stack');
}
