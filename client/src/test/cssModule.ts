/** CSS modules in unit tests: every class is named as it is written. */
const classes: Record<string, string> = new Proxy(
  {},
  { get: (_target, name) => (typeof name === 'string' ? name : undefined) },
);

export default classes;
