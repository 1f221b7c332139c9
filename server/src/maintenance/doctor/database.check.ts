import path from 'node:path';
import { startEmbeddedMongo } from '@livelane/embedded-mongo';
import { freeBytes, INSERT_FREE_BYTES } from '@livelane/embedded-mongo/disk-space';
import { type Connection, trusted } from 'mongoose';
import type { Settings } from '../../config';
import { connect } from '../../database/connect';
import { migrations } from '../../database/migrations';
import { HALF_IMPORTED, isHalfImported, versionAfter } from '../../database/schema-version';
import { workspaceModel } from '../../features/workspaces/workspace.model';
import { about, type Finding, reasonOf } from './finding';
import { checkNodes } from './nodes.check';

/** The oldest supported MongoDB. */
const OLDEST_MAJOR = 5;
const MEGABYTE = 1024 * 1024;
/** With less free space than this, in bytes, the embedded database will soon take nothing new. */
const SCARCE_FREE_BYTES = 256 * MEGABYTE;

/** Checks that the database can be reached, and that this version can work with it. */
export async function checkDatabase({ mongodbUri, dataDir, oidc }: Settings): Promise<Finding[]> {
  const { fault } = about('database');
  if (mongodbUri) {
    try {
      return await look(await connect(mongodbUri), 'MongoDB', oidc);
    } catch (error) {
      return [fault(`MONGODB_URI leads nowhere: ${reasonOf(error)}`)];
    }
  }
  try {
    const embedded = await startEmbeddedMongo({ folder: path.join(dataDir, 'database'), mustExist: true });
    try {
      const kind = `embedded, in ${dataDir}/database, version`;
      return [...(await look(await connect(embedded.uri), kind, oidc)), ...lookAtDisk(dataDir)];
    } finally {
      await embedded.close();
    }
  } catch (error) {
    return [fault(`the embedded database of DATA_DIR cannot be opened: ${reasonOf(error)}`)];
  }
}

function lookAtDisk(dataDir: string): Finding[] {
  const { warning, fault } = about('database');
  const free = freeBytes(dataDir);
  if (free >= SCARCE_FREE_BYTES) return [];
  const [left, least] = [free, INSERT_FREE_BYTES].map((bytes) => Math.floor(bytes / MEGABYTE));
  const text = `the disk of DATA_DIR has ${left} MB left: nothing new is saved below ${least} MB`;
  return [free < INSERT_FREE_BYTES ? fault(text) : warning(text)];
}

async function look(connection: Connection, kind: string, oidc: Settings['oidc']): Promise<Finding[]> {
  const { ok, warning, fault } = about('database');
  const findings: Finding[] = [];
  try {
    const { db } = connection;
    if (!db) throw new Error('not connected');
    const { version } = (await db.admin().buildInfo()) as { version: string };
    const hello = await db.command({ hello: 1 });
    const set = typeof hello.setName === 'string' ? `, replica set ${hello.setName}` : '';
    findings.push(ok(`${kind} ${version}${set}`));
    if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
      findings.push(fault(`MONGODB_URI: MongoDB ${version} is too old, it must be ${OLDEST_MAJOR} or newer`));
    }
    if (kind === 'MongoDB' && !set) {
      findings.push(
        warning(
          'MONGODB_URI leads to a single server: when it is away, everything is; a replica set goes on',
        ),
      );
    }
    if (await isHalfImported(db)) return [...findings, fault(HALF_IMPORTED)];
    const found = await db
      .collection<{ _id: string; version?: number }>('schema')
      .findOne({ _id: 'version' });
    const known = versionAfter(migrations);
    if ((found?.version ?? 0) > known) {
      findings.push(
        fault(`its data is of a newer Livelane (version ${found?.version}, this one knows ${known})`),
      );
    }
    const nodes = await checkNodes(connection, hello.localTime as Date);
    return [...findings, ...nodes, ...(await lookAtGroupRoles(connection, oidc))];
  } finally {
    await connection.close();
  }
}

async function lookAtGroupRoles(connection: Connection, oidc: Settings['oidc']): Promise<Finding[]> {
  const { warning } = about('settings');
  if (!oidc || oidc.groupRoles.length === 0) return [];
  const _id = trusted({ $in: oidc.groupRoles.map(({ workspaceId }) => workspaceId) });
  const found = new Set(await workspaceModel(connection).distinct('_id', { _id, deletedAt: null }));
  return oidc.groupRoles
    .filter(({ workspaceId }) => !found.has(workspaceId))
    .map(({ group, workspaceId }) =>
      warning(`OIDC_GROUP_ROLES: there is no workspace ${workspaceId}, so ${group} gives no role there`),
    );
}
