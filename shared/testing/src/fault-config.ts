import { parseConfig, wholeNumber } from '@fundlens/runtime/config';
import { z } from 'zod';

/** Longer than the sessions of the tests and than every time limit of a projector's own questions to a server. */
const SHORTEST_S = 8;
const LONGEST_S = 3_600;

const schema = z.object({
  FAULT_SECONDS: wholeNumber({ min: SHORTEST_S, max: LONGEST_S })
    .prefault(String(SHORTEST_S))
    .meta({ description: 'How long Kafka is away in its fault test; a minute in a long run' }),
});

/** How long a server stays away where a test is about a long outage, in milliseconds. Tests print it. */
export function outageMs(): number {
  return parseConfig(schema, process.env).FAULT_SECONDS * 1_000;
}
