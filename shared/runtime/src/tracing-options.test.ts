import { expect, it } from 'vitest';
import { z } from 'zod';
import { tracesUrl, tracingOptions } from './tracing-options.ts';

const options = z.object(tracingOptions);

it.each([
  [{}, null],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }, 'http://collector:4318/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://base', OTEL_TRACES_SAMPLER: 'always_off' }, null],
])('with %j traces go to %s', (given, url) => {
  expect(tracesUrl(options.parse(given))).toBe(url);
});

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be a URL beginning with http:// or https://'],
  ['OTEL_TRACES_SAMPLER', 'sometimes', 'must be one of always_on'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'must be a number from 0 to 1'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization', 'must be name=value pairs separated by commas'],
  ['OTEL_SERVICE_NAME', 'two words', 'must be 1 to 200 of the characters'],
])('%s=%s is refused by its rule', (name, value, rule) => {
  const { error } = options.safeParse({ [name]: value });
  expect(error?.issues[0]?.path).toEqual([name]);
  expect(error?.issues[0]?.message).toContain(rule);
});
