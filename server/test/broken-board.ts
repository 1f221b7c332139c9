import { randomUUID } from 'node:crypto';
import type { TestProject } from './factories';
import type { TestServer } from './harness';

/** An op that a node of a later version leaves (R22). */
export const UNKNOWN_OP = { type: 'task.teleported', patch: {} };
/** An op that cannot be applied. */
export const BAD_OP = { type: 'member.added', patch: null };

/** Continues a board's log with something that its nodes cannot apply. @returns its version */
export async function breakBoard(
  { app, connection }: TestServer,
  { id: projectId, owner }: TestProject,
  op: { type: string; patch: object | null } = BAD_OP,
): Promise<number> {
  const { v } = await app.services.boards.head(projectId);
  const ids = { _id: randomUUID(), projectId, actorId: owner.id, mutationId: randomUUID() };
  await connection
    .collection('ops')
    .insertOne({ ...ids, v: v + 1, ...op, fingerprint: 'f', at: new Date().toISOString() } as never);
  return v + 1;
}
