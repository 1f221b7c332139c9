import { askedTask } from './useAskedTask';

test.each([
  ['?priority=HIGH', null],
  ['?new', {}],
  ['?share-title=Buy%20paint&share-text=Blue', { title: 'Buy paint', description: 'Blue' }],
  ['?share-text=First%20line%0ASecond', { title: 'First line', description: 'Second' }],
  ['?share-url=https%3A%2F%2Fexample.org', { title: 'https://example.org' }],
  [
    '?share-title=A%20page&share-url=https%3A%2F%2Fexample.org',
    { title: 'A page', description: 'https://example.org' },
  ],
])('what another app shares becomes a task: %s', (search, expected) => {
  expect(askedTask(search)).toEqual(expected);
});
