import { describe, expect, it } from 'vitest';
import { sinkProperties, workerProperties } from './sink-connector.ts';

describe('the peer', () => {
  it('asks the native API of the registry', () => {
    const options = { kafkaBrokers: ['127.0.0.1:1', '127.0.0.1:2'], port: 3 };

    expect(workerProperties({ ...options, schemaRegistryUrl: 'http://127.0.0.1:4/apis/ccompat/v7' })).toMatchObject({
      'bootstrap.servers': '127.0.0.1:1,127.0.0.1:2',
      'value.converter.apicurio.registry.url': 'http://127.0.0.1:4/apis/registry/v2',
    });
    expect(() => workerProperties({ ...options, schemaRegistryUrl: 'http://registry:8081' })).toThrow(/Apicurio/);
  });

  it.each([
    ['mongodb://h:1', 'mongodb://h:1/?w=majority&journal=true'],
    ['mongodb://h:1,i:2/', 'mongodb://h:1,i:2/?w=majority&journal=true'],
    ['mongodb://h:1/?directConnection=true', 'mongodb://h:1/?directConnection=true&w=majority&journal=true'],
  ])('has its writes acknowledged as the others, with %s', (mongodbUrl, uri) => {
    const properties = sinkProperties({ mongodbUrl, database: 'd', topics: ['a', 'b'], groupId: 'g' });

    expect(properties).toMatchObject({ 'connection.uri': uri, topics: 'a,b', 'consumer.override.group.id': 'g' });
  });
});
