import { clientFaults } from './client-faults.ts';
import { diskFaults } from './disk-faults.ts';
import type { Fault } from './fault.ts';
import { processFaults } from './process-faults.ts';
import { recordFaults } from './record-faults.ts';
import { redisFaults } from './redis-faults.ts';
import { schemaFaults } from './schema-faults.ts';
import { serverFaults } from './server-faults.ts';

export const faultCatalog: readonly Fault[] = [
  ...serverFaults,
  ...redisFaults,
  ...schemaFaults,
  ...recordFaults,
  ...processFaults,
  ...clientFaults,
  ...diskFaults,
];
