const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Whether this is a UUID of version 4: like `uuidSchema`, for pages that load no schemas. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID_V4.test(value);
}
