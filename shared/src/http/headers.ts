/** Request header whose UUID is the `mutationId` of a write (SPEC.md#rest). */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
/** The protocol number: on every answer below /v1, and on the requests of clients that have one (R21). */
export const PROTOCOL_HEADER = 'Livelane-Protocol';
/** On answers of a project's board: the version up to which the caller has seen it, on any device; 0 for never. */
export const SEEN_HEADER = 'Livelane-Seen';
/** Base path of every REST call (specification section 7). */
export const API_BASE_PATH = '/v1';
