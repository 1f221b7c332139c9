import * as z from 'zod/mini';

/** A UUID of version 4, the form of every id (SPEC.md#values). */
export const uuidSchema = z.uuidv4('invalid_id');
