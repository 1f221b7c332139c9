/** Request header whose UUID is the `mutationId` of a write (SPEC.md#rest). */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
/** Base path of every REST call (specification section 7). */
export const API_BASE_PATH = '/v1';
