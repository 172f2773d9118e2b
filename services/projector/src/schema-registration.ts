import { registerSchemas } from '@fundlens/contracts/wire/registry';
import type { TopicNames } from '@fundlens/contracts/wire/topic-names';
import { openSchemaRegistry } from '@fundlens/projection/consumer/event-reading';
import { schemaRegistryServer } from '@fundlens/runtime/configured-servers';
import { failureCode } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { ProjectorConfig } from './config.ts';

/** The part that registers our schemas, and whether the registry still has them. */
export function createSchemaRegistration(config: ProjectorConfig, topics: TopicNames) {
  let issuedId: number | undefined;

  /** Clients remember what they have read: a new one asks, for one that is small. */
  async function hasForgotten(): Promise<boolean> {
    return issuedId !== undefined && (await openSchemaRegistry(config).schemaById(issuedId)) === null;
  }

  const part: Component = {
    name: 'schema registry',
    server: schemaRegistryServer(config),
    async start() {
      issuedId = (await registerSchemas(openSchemaRegistry(config), topics)).CustomFieldChanged;
    },
    stop: async () => undefined,
  };

  return {
    part,
    hasForgotten,
    /** A reason code; null: there is none. */
    trouble: () => hasForgotten().then((forgotten) => (forgotten ? 'registry_emptied' : null), failureCode),
  };
}
