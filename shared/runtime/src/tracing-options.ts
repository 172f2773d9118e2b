import { z } from 'zod';
import { httpUrl } from './config.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** `name=value` pairs as OpenTelemetry writes them: separated by commas, values percent-encoded. */
function pairs() {
  return z
    .string()
    .transform((text) => text.split(',').map((pair) => pair.split('=').map((part) => part.trim())))
    .refine(
      (all) => all.every(([name, value, ...more]) => name && value !== undefined && more.length === 0),
      'must be name=value pairs separated by commas; write = and , in a value as %3D and %2C',
    )
    .transform((all, context) => {
      try {
        return Object.fromEntries(all.map(([name = '', value = '']) => [name, decodeURIComponent(value)]));
      } catch {
        context.addIssue({ code: 'custom', message: 'must have values that are percent-encoded' });
        return z.NEVER;
      }
    })
    .optional();
}

/** The standard variables of OpenTelemetry. */
export const tracingOptions = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl()
    .optional()
    .describe('Base URL of the OTLP/HTTP receiver, e.g. http://localhost:4318; unset: no traces.'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs().describe('Headers for the receiver, name=value, e.g. of its token; a secret.'),
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^[\w.:/@-]{1,200}$/, 'must be 1 to 200 of the characters A-Z a-z 0-9 _ . : / @ -')
    .optional()
    .describe('Name in traces; unset: fundlens- and the name of the service.'),
  OTEL_RESOURCE_ATTRIBUTES: pairs().describe(
    'Further attributes of all traces, e.g. deployment.environment.name=prod.',
  ),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, `must be one of ${SAMPLERS.join(', ')}`)
    .prefault('parentbased_always_on')
    .describe('Which traces are recorded; parentbased: as the caller has decided, where there is one.'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .prefault('1')
    .describe('Share of traces that a traceidratio sampler records.'),
};

export type TracingConfig = z.output<z.ZodObject<typeof tracingOptions>>;

/** The URL that traces are posted to; null: traces are off. */
export function tracesUrl({ OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_TRACES_SAMPLER }: TracingConfig): string | null {
  if (base === undefined || OTEL_TRACES_SAMPLER === 'always_off') return null;
  return `${base.replace(/\/+$/, '')}/v1/traces`;
}
