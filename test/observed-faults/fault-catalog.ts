import type { ObservedFault } from './fault.ts';
import { clientFaults } from './faults/client-faults.ts';
import { diskFaults } from './faults/disk-faults.ts';
import { processFaults } from './faults/process-faults.ts';
import { recordFaults } from './faults/record-faults.ts';
import { redisFaults } from './faults/redis-faults.ts';
import { schemaFaults } from './faults/schema-faults.ts';
import { serverFaults } from './faults/server-faults.ts';

export const faultCatalog: readonly ObservedFault[] = [
  ...serverFaults,
  ...redisFaults,
  ...schemaFaults,
  ...recordFaults,
  ...processFaults,
  ...clientFaults,
  ...diskFaults,
];
