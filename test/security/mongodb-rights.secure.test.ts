import { randomUUID } from 'node:crypto';
import { openOwnServerContext, type OwnServerContext } from '@fundlens/local/own-server-context';
import { choosePorts } from '@fundlens/local/ports';
import { startMongodb } from '@fundlens/local/servers/mongodb';
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyMongodbRoles } from '../../infra/deploy/roles/apply-roles.ts';
import { type MongodbRole, mongodbRoles } from '../../infra/deploy/roles/role-files.ts';

/**
 * What MONGODB_URL names, with an administrator's login (CI: MongoDB 8). Without it the local stand-in, of which it is not
 * assumed but tried whether it tells collections apart.
 */
const GIVEN = process.env.MONGODB_URL;
const WHY_NOT =
  'this MongoDB lets a user of one collection into the others: name one with logins in MONGODB_URL, e.g. mongo:8 as .github/workflows/ci.yml starts it';
const UNAUTHORIZED = 13;
const PASSWORD = 'a-password-of-the-tests';
const DATABASE = `rights_${randomUUID().slice(0, 8)}`;
const ROLES = mongodbRoles(DATABASE, 2);
/** Of every role; and one that no role names. */
const COLLECTIONS = [
  ...new Set(ROLES.flatMap(({ privileges }) => privileges.map(({ resource }) => resource.collection))),
  'of_nobody',
];

/** One command for each action that a role can give, harmless where it is allowed. */
const COMMANDS = {
  find: (db, name) => db.collection(name).findOne({}),
  insert: (db, name) => db.collection(name).insertOne({ tried: true }),
  update: (db, name) => db.collection(name).updateMany({ tried: true }, { $set: { again: true } }),
  remove: (db, name) => db.collection(name).deleteMany({ tried: true }),
  createIndex: (db, name) => db.collection(name).createIndex({ tried: 1 }),
  dropIndex: (db, name) => db.collection(name).dropIndex('tried_1'),
  collMod: (db, name) => db.command({ collMod: name, validationLevel: 'strict' }),
  dropCollection: (db, name) => db.collection(name).drop(),
} satisfies Record<string, (db: Db, name: string) => Promise<unknown>>;
const ACTIONS = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[];

let own: OwnServerContext | undefined;
let stop = async () => {};
let admin: MongoClient;
let tellsCollectionsApart: boolean;

beforeAll(async () => {
  let url = GIVEN;
  if (url === undefined) {
    own = openOwnServerContext('rights');
    const server = await startMongodb(own.context, {
      ...(await choosePorts({ names: ['port'] })),
      kind: 'prebuilt',
    });
    stop = server.stop;
    url = server.addresses.mongodbUrl ?? '';
  }
  admin = await new MongoClient(url).connect();
  const role = { role: 'probe', privileges: [{ resource: { db: DATABASE, collection: 'a' }, actions: ['find'] }] };
  await applyMongodbRoles(admin.db(DATABASE), [role]);
  const probe = await loggedIn(url, role);
  tellsCollectionsApart = !(await isAllowed(probe.db(DATABASE), 'find', 'b'));
  await probe.close();
  await applyMongodbRoles(admin.db(DATABASE), ROLES);
});

afterAll(async () => {
  await admin?.db(DATABASE).command({ dropAllUsersFromDatabase: 1 });
  await admin?.db(DATABASE).command({ dropAllRolesFromDatabase: 1 });
  await admin?.db(DATABASE).dropDatabase();
  await admin?.close();
  await stop();
  await own?.close();
});

it.for(ROLES)('$role may do at each collection what its file says, and nothing else', async (role, { skip }) => {
  skip(!tellsCollectionsApart, WHY_NOT);
  const client = await loggedIn(GIVEN ?? '', role);
  const db = client.db(DATABASE);
  for (const name of COLLECTIONS) {
    for (const action of ACTIONS) {
      // Whatever an earlier role dropped is there again.
      await admin.db(DATABASE).collection(name).createIndex({ tried: 1 });
      expect(await isAllowed(db, action, name), `${action} at ${name}`).toBe(isGranted(role, action, name));
    }
  }
  await expect(db.dropDatabase()).rejects.toMatchObject({ code: UNAUTHORIZED });
  await expect(client.db('other').collection('x').findOne({})).rejects.toMatchObject({ code: UNAUTHORIZED });
  await client.close();
});

function isGranted({ privileges }: MongodbRole, action: string, name: string): boolean {
  return privileges.some(({ resource, actions }) => resource.collection === name && actions.includes(action));
}

async function isAllowed(db: Db, action: keyof typeof COMMANDS, name: string): Promise<boolean> {
  try {
    await COMMANDS[action](db, name);
    return true;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === UNAUTHORIZED) return false;
    throw error;
  }
}

/** A user of the tests' database that has the role alone. */
async function loggedIn(url: string, { role }: Pick<MongodbRole, 'role'>): Promise<MongoClient> {
  const createUser = `user_of_${role}`;
  await admin.db(DATABASE).command({ createUser, pwd: PASSWORD, roles: [{ role, db: DATABASE }] });
  const address = new URL(url);
  address.username = createUser;
  address.password = PASSWORD;
  address.pathname = '/';
  address.searchParams.set('authSource', DATABASE);
  return await new MongoClient(address.href).connect();
}
