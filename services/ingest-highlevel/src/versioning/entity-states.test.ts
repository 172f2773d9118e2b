import { describeEntityStates } from './testing/entity-states-conformance.ts';
import { createMemoryEntityStates } from './testing/memory-entity-states.ts';

describeEntityStates('in memory', async () => createMemoryEntityStates());
