import { describeMarks } from './testing/marks-conformance.ts';
import { createMemoryMarks } from './testing/memory-marks.ts';

describeMarks('in memory', async () => createMemoryMarks());
