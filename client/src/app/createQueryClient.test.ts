/** @jest-environment jsdom */
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { NetworkError } from '#lib/api';
import { createQueryClient } from './createQueryClient';

const fails = async (): Promise<string> => {
  throw new NetworkError();
};

function setOnline(isOnline: boolean): void {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  onlineManager.setOnline(isOnline);
}

afterEach(() => setOnline(true));

test('R19 what is asked for without a connection fails at once instead of waiting in silence', async () => {
  setOnline(false);
  const queries = createQueryClient();
  const saving = new MutationObserver(queries, { mutationFn: fails });
  await expect(saving.mutate()).rejects.toThrow(NetworkError);
  await expect(queries.fetchQuery({ queryKey: ['list'], queryFn: fails })).rejects.toThrow(NetworkError);
});

test('it is asked for again when the connection is back', async () => {
  setOnline(false);
  const queries = createQueryClient();
  queries.mount();
  let answer = fails;
  const query = new QueryObserver(queries, { queryKey: ['list'], queryFn: () => answer() });
  const loaded = new Promise<void>((resolve) => {
    query.subscribe(({ status, data }) => {
      if (status === 'error') {
        answer = async () => 'here';
        setOnline(true);
      }
      if (data === 'here') resolve();
    });
  });
  await loaded;
  queries.unmount();
});
