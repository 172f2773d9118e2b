import { type CodecOptions, createCodec } from '@fundlens/contracts/wire/codec';
import { createSchemaRegistry, type SchemaRegistry } from '@fundlens/contracts/wire/registry';
import { registryAuthOf } from '@fundlens/runtime/event-options';

type SchemaRegistryConfig = Parameters<typeof registryAuthOf>[0] & { readonly SCHEMA_REGISTRY_URL: string };

/** A new client. Each caches the schemas that it has fetched. */
export function openSchemaRegistry(config: SchemaRegistryConfig): SchemaRegistry {
  return createSchemaRegistry({ url: config.SCHEMA_REGISTRY_URL, ...registryAuthOf(config) });
}

/** How every process of the system reads events, so that all of them make the same documents of the same log. */
export function createEventReading(
  config: { readonly CUSTOM_FIELD_KEEP_LIST?: readonly string[] | undefined },
  decoding: CodecOptions,
) {
  return {
    codec: createCodec(decoding),
    redaction: { customFieldKeepList: new Set(config.CUSTOM_FIELD_KEEP_LIST ?? []) },
  };
}
