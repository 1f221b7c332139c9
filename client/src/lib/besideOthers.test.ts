/** @jest-environment jsdom */
import { QueryClient } from '@tanstack/react-query';
import { membersQuery } from '#features/members/members.api';
import { StubNetwork } from '#test/network';

test('the people of many projects are read three lists at a time', async () => {
  const projects = ['a', 'b', 'c', 'd', 'e'];
  const answers: Array<() => void> = [];
  const answer = () => new Promise<object>((resolve) => answers.push(() => resolve({ body: [] })));
  const network = new StubNetwork(
    Object.fromEntries(projects.map((id) => [`GET /projectUsers/${id}`, answer])),
  );
  const queries = new QueryClient();
  const reads = projects.map((id) => queries.fetchQuery(membersQuery('project', id)));
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  await settled();
  expect(network.made()).toHaveLength(3);
  answers[1]?.();
  await settled();
  expect(network.made()).toHaveLength(4);
  for (let next = 0; next < projects.length; next++) {
    answers[next]?.();
    await settled();
  }
  expect(await Promise.all(reads)).toHaveLength(5);
  queries.clear();
});
