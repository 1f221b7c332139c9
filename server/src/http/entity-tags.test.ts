import { heldBy } from './entity-tags';

const held = (ifNoneMatch?: string) => heldBy({ get: () => ifNoneMatch } as never)('"e:5"');

test.each(['"e:5"', 'W/"e:5"', '"e:4", "e:5"', 'W/"x",W/"e:5"', '*'])('%s holds it', (ifNoneMatch) => {
  expect(held(ifNoneMatch)).toBe(true);
});

test.each([undefined, '', '"e:4"', 'e:5', '"e:55"', '"*"'])('%s does not', (ifNoneMatch) => {
  expect(held(ifNoneMatch)).toBe(false);
});
