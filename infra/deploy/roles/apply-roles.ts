import type { Admin } from 'kafkajs';
import { type Db, MongoServerError } from 'mongodb';
import { kafkaAcls, type MongodbRole, type Service, services, type SystemNames } from './role-files.ts';

const ROLE_EXISTS = 51_002;

/**
 * Creates the roles in `db`, or replaces the privileges of those that are there. Who has a role keeps it. May be repeated.
 * The user of `db` needs `userAdmin` there.
 */
export async function applyMongodbRoles(db: Db, roles: readonly MongodbRole[]): Promise<void> {
  for (const { role, privileges } of roles) {
    try {
      await db.command({ createRole: role, privileges, roles: [] });
    } catch (error) {
      if (!(error instanceof MongoServerError && error.code === ROLE_EXISTS)) throw error;
      await db.command({ updateRole: role, privileges, roles: [] });
    }
  }
}

/** Adds the ACLs of each principal that is given; those that are there stay. `admin` may alter the cluster. May be repeated. */
export async function applyKafkaAcls(
  admin: Pick<Admin, 'createAcls'>,
  principals: Readonly<Partial<Record<Service, string>>>,
  names: SystemNames,
): Promise<number> {
  const acl = services.flatMap((service) => {
    const principal = principals[service];
    return principal === undefined ? [] : kafkaAcls(service, principal, names);
  });
  await admin.createAcls({ acl });
  return acl.length;
}
