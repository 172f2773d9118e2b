import { chaos } from './chaos.ts';
import { faults } from './faults.ts';
import { observed } from './observed.ts';
import { rebuild } from './rebuild.ts';
import { restore } from './restore.ts';
import type { Scenario } from './scenario.ts';
import { upgrade } from './upgrade.ts';

export const scenarios: readonly Scenario[] = [chaos, faults, observed, rebuild, restore, upgrade];
