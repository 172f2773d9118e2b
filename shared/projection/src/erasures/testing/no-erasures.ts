import type { Erasures } from '../erasures.ts';

export const NO_ERASURES: Erasures = { among: async () => new Set() };
