import { expect, it } from 'vitest';
import { parseTraceparent } from './trace-context.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

it.each([
  ['00', 0],
  ['03', 1],
])('reads flags %s', (flags, traceFlags) => {
  const read = parseTraceparent(`00-${traceId}-${spanId}-${flags}`);
  expect(read).toEqual({ traceId, spanId, traceFlags, isRemote: true });
});

it.each([
  undefined,
  `ff-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${traceId}-${spanId}-01\n`,
])('ignores %j', (header) => {
  expect(parseTraceparent(header)).toBeNull();
});
