import { Int32 } from 'bson';
import { MAX_WRITES } from '../engine/limits';
import { newDocument } from '../engine/new-document';
import { ErrorCode, MongoServerFault } from '../errors';
import { decodeDocument } from '../values/codec';
import type { Doc } from '../values/value';
import { type Call, type Command, collectionName, ensured } from './command';

import { ok } from './reply';
import { writeError, writeErrors } from './write-results';

export const insert: Command = {
  names: ['insert'],
  writes: () => true,
  *run(call) {
    const { engine, pace } = call;
    const name = collectionName(call);
    const args = call.args.only('documents', 'ordered', 'bypassDocumentValidation');
    const ordered = args.has('ordered') ? args.bool('ordered') : true;
    const statements = statementsOf(call, 'documents');
    engine.ensureRoomForInserts();
    const errors: Doc[] = [];
    let inserted = 0;
    for (const [index, statement] of statements.entries()) {
      try {
        const doc = decoded(statement);
        const prepared = newDocument(doc, Buffer.isBuffer(statement) ? statement : undefined);
        engine.documents.insert(ensured(call, name), prepared.raw, prepared.doc);
        inserted += 1;
      } catch (error) {
        if (!(error instanceof MongoServerFault)) throw error;
        errors.push(writeError(index, error));
        if (ordered) break;
      }
      if (pace.tired()) yield;
    }
    return ok(['n', new Int32(inserted)], ...writeErrors(errors));
  },
};

/** The statements of a write command: raw from a kind-1 section, or decoded from the body. */
export function statementsOf(call: Call, key: string): readonly (Doc | Buffer)[] {
  const sequence = call.request.sequences.get(key);
  const statements = sequence ?? call.args.documents(key);
  if (!statements)
    throw new MongoServerFault(
      40414,
      `BSON field '${call.request.name}.${key}' is missing but a required field`,
    );
  if (statements.length === 0 || statements.length > MAX_WRITES) {
    throw new MongoServerFault(
      ErrorCode.InvalidLength,
      `Write batch sizes must be between 1 and ${MAX_WRITES}. Got ${statements.length} operations.`,
    );
  }
  return statements;
}

/** A statement as a document. */
export function decoded(statement: Doc | Buffer): Doc {
  return statement instanceof Map ? statement : decodeDocument(statement);
}
