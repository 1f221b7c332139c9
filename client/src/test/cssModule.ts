/** CSS modules in unit tests: every class keeps its name. */
const classes: Record<string, string> = new Proxy(
  {},
  { get: (_target, name) => (typeof name === 'string' ? name : undefined) },
);

export default classes;
