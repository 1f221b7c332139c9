import * as z from 'zod/mini';
import type { MessageKey } from '../http/messages';

/**
 * An id: a UUID of version 4, in lower case from here on. Ids that differ in letter case only are one id
 * (SPEC.md#values).
 */
export const uuidWith = (message: MessageKey) => z.uuidv4(message).check(z.toLowerCase());

export const uuidSchema = uuidWith('invalid_id');
