interface Closable {
  close(): Promise<unknown>;
}

/**
 * For a file's tests: closes clients and databases when a test is over, however it ends, the latest first.
 * @returns takes one, and gives it back
 */
export function closingAfterEach(): <T extends Closable>(one: T) => T {
  const toClose: Closable[] = [];
  afterEach(async () => {
    for (const one of toClose.splice(0).reverse()) await one.close();
  });
  return (one) => {
    toClose.push(one);
    return one;
  };
}
