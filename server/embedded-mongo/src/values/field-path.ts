import { MongoServerFault } from '../errors';
import { splitPath } from './paths';

/**
 * Checks a path of a sort, a projection or an expression.
 * @throws MongoServerFault 40352 if empty, 15998 if a part is empty, 16410 if a part starts with `$`.
 */
export function checkFieldPath(path: string): void {
  if (path === '') throw new MongoServerFault(40352, 'FieldPath cannot be constructed with empty string');
  if (path.endsWith('.')) throw new MongoServerFault(40353, "FieldPath must not end with a '.'.");
  for (const part of splitPath(path)) {
    if (part === '') throw new MongoServerFault(15998, 'FieldPath field names may not be empty strings.');
    if (part.startsWith('$')) {
      throw new MongoServerFault(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField: ${path}`,
      );
    }
    if (part.includes('\0')) {
      throw new MongoServerFault(16411, 'FieldPath field names may not contain null bytes.');
    }
  }
}
