/** For the rest of a test, the browser is in Turkish: there the small letter of I is ı. */
export function inTurkish(): void {
  const { toLocaleLowerCase } = String.prototype;
  jest.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string) {
    return toLocaleLowerCase.call(this, 'tr');
  });
}
