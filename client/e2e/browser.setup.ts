// Only ends a test that hangs: two busy cores make browsers slow.
jest.setTimeout(180_000);
