/** @jest-environment jsdom */
import { renderHook } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { useAskedTask } from './useAskedTask';

function asked(search: string): unknown[] {
  window.history.replaceState(null, '', `/kanban${search}`);
  const heard: unknown[] = [];
  renderHook(() => useAskedTask((task) => heard.push(task)), { wrapper: BrowserRouter });
  return heard;
}

test.each([
  ['?new', {}],
  ['?share-title=Buy%20paint&share-text=Blue', { title: 'Buy paint', description: 'Blue' }],
  ['?share-text=First%20line%0ASecond', { title: 'First line', description: 'Second' }],
  ['?share-url=https%3A%2F%2Fexample.org', { title: 'https://example.org' }],
  [
    '?share-title=A%20page&share-url=https%3A%2F%2Fexample.org',
    { title: 'A page', description: 'https://example.org' },
  ],
])('what another app shares becomes a task, once: %s', (search, expected) => {
  expect(asked(`${search}&priority=HIGH`)).toEqual([expected]);
  expect(window.location.search).toBe('?priority=HIGH');
});

test('an address that asks for no task opens none', () => {
  expect(asked('?priority=HIGH')).toEqual([]);
  expect(window.location.search).toBe('?priority=HIGH');
});
