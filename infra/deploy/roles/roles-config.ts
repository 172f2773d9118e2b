import { type Environment, parseConfig } from '@fundlens/runtime/config';
import { changesGroupOptions, groupId, kafkaOptions, topicOptions } from '@fundlens/runtime/event-options';
import { requireKafkaSecurity } from '@fundlens/runtime/kafka-security';
import { mongodbOptions } from '@fundlens/runtime/service-options';
import { z } from 'zod';

/** The options of the services that name what the roles are for. */
const mongodbSchema = z.object(mongodbOptions);
const kafkaSchema = z
  .object({
    ...kafkaOptions,
    TOPIC_PREFIX: topicOptions.TOPIC_PREFIX,
    ...changesGroupOptions,
    ACCESS_GROUP_ID: groupId().prefault('fundlens-access'),
  })
  .superRefine(requireKafkaSecurity);

export type MongodbRolesConfig = z.output<typeof mongodbSchema>;
export type KafkaRolesConfig = z.output<typeof kafkaSchema>;

/** @throws ConfigError naming every wrong option at once. */
export function mongodbRolesConfig(environment: Environment): MongodbRolesConfig {
  return parseConfig(mongodbSchema, environment);
}

/** @throws ConfigError naming every wrong option at once. */
export function kafkaRolesConfig(environment: Environment): KafkaRolesConfig {
  return parseConfig(kafkaSchema, environment);
}
