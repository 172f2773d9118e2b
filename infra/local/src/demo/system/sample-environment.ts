import { replaceFile } from '../../replace-file.ts';
import type { DemoTokens } from '../tokens.ts';
import { SHOWCASE_LOCATION } from '../world/agencies.ts';

type SampleFacts = {
  readonly kafkaBrokers: readonly string[];
  readonly schemaRegistryUrl: string;
  readonly baseUrl: string;
  readonly tokens: DemoTokens;
};

/** What the samples in other languages read from their environment, for a shell: `. samples.env`. */
export function sampleEnvironment({ kafkaBrokers, schemaRegistryUrl, baseUrl, tokens }: SampleFacts): string {
  const variables = {
    KAFKA_BROKERS: kafkaBrokers.join(','),
    SCHEMA_REGISTRY_URL: schemaRegistryUrl,
    TOPIC_PREFIX: '',
    API_URL: baseUrl,
    API_KEY: tokens.locationRead,
    LOCATION_ID: SHOWCASE_LOCATION,
  };
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}='${value}'\n`)
    .join('');
}

/** For the owner alone: it holds a key. */
export function writeSampleEnvironment(file: string, facts: SampleFacts): void {
  replaceFile(file, sampleEnvironment(facts), 0o600);
}
