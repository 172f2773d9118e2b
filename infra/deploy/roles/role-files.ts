import { readFileSync } from 'node:fs';
import kafkajs, { type AclEntry } from 'kafkajs';

/** The least that each service needs at each server: the files of infra/deploy/roles, with the names of one system put in. */

/** Generations beyond this one need the roles applied anew with a larger number; each rebuild takes one. */
export const GRANTED_GENERATIONS = 50;
/** Some 4,500 privileges of about 200 bytes: far below the 16 MiB of the document that a role is. */
export const MOST_GENERATIONS = 500;

export type SystemNames = {
  readonly TOPIC_PREFIX: string;
  readonly MONGODB_DATABASE: string;
};

type KafkaRule = {
  readonly resource: 'topic' | 'group';
  readonly operations: readonly ('read' | 'write' | 'delete' | 'describe_configs')[];
} & ({ readonly name: string } | { readonly prefix: string });

export const services = ['projector', 'operator', 'publisher', 'ingest'] as const;
export type Service = (typeof services)[number];

/** The ACLs of one principal, e.g. `User:fundlens-projector`. */
export function kafkaAcls(service: Service, principal: string, names: SystemNames): AclEntry[] {
  const { AclResourceTypes, AclOperationTypes, AclPermissionTypes, ResourcePatternTypes } = kafkajs;
  const rules = (JSON.parse(textOf('kafka-acls.json')) as Record<Service, readonly KafkaRule[]>)[service];
  return rules.flatMap((rule) =>
    rule.operations.map((operation) => ({
      principal,
      host: '*',
      permissionType: AclPermissionTypes.ALLOW,
      operation: AclOperationTypes[operation.toUpperCase() as Uppercase<typeof operation>],
      resourceType: rule.resource === 'topic' ? AclResourceTypes.TOPIC : AclResourceTypes.GROUP,
      resourceName: withNames('name' in rule ? rule.name : rule.prefix, names),
      resourcePatternType: 'name' in rule ? ResourcePatternTypes.LITERAL : ResourcePatternTypes.PREFIXED,
    })),
  );
}

function withNames(text: string, names: SystemNames): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => names[name as keyof SystemNames]);
}

type Privilege = { readonly collection: string; readonly actions: readonly string[] };

export type MongodbRole = {
  readonly role: string;
  readonly privileges: readonly {
    readonly resource: { readonly db: string; readonly collection: string };
    readonly actions: readonly string[];
  }[];
};

/** The roles of one database; `contacts_*` stands for the generations from 1 to `generations`. */
export function mongodbRoles(database: string, generations: number = GRANTED_GENERATIONS): MongodbRole[] {
  const roles = JSON.parse(textOf('mongodb-roles.json')) as { role: string; privileges: Privilege[] }[];
  return roles.map(({ role, privileges }) => ({
    role,
    privileges: privileges.flatMap(({ collection, actions }) =>
      collectionsOf(collection, generations).map((name) => ({ resource: { db: database, collection: name }, actions })),
    ),
  }));
}

function collectionsOf(pattern: string, generations: number): string[] {
  if (!pattern.endsWith('*')) return [pattern];
  return Array.from({ length: generations }, (_, index) => `${pattern.slice(0, -1)}${index + 1}`);
}

type RedisNames = Readonly<
  Record<'PROJECTOR_PASSWORD' | 'QUERY_PASSWORD' | 'JOBS_KEY_PREFIX' | 'REDIS_KEY_PREFIX', string>
>;

/** The content of the ACL file. */
export function redisUsers(names: RedisNames): string {
  return textOf('redis-users.acl').replace(
    /PROJECTOR_PASSWORD|QUERY_PASSWORD|JOBS_KEY_PREFIX|REDIS_KEY_PREFIX/g,
    (name) => names[name as keyof RedisNames],
  );
}

function textOf(file: string): string {
  return readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');
}
