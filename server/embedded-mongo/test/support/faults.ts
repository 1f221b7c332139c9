import { MongoServerFault } from '../../src/errors';

/** The fault that the action throws; anything else fails the test. */
export function faultOf(action: () => unknown): MongoServerFault {
  try {
    action();
  } catch (error) {
    if (error instanceof MongoServerFault) return error;
    throw error;
  }
  throw new Error('expected a MongoServerFault, but nothing was thrown');
}
