import { refusal, StubNetwork, session } from '#test/network';
import { api } from './api';
import { peekPrefetched, prefetch } from './prefetch';
import { setSession } from './session';

beforeEach(() => {
  setSession(null);
  setSession(session);
});

it('what is asked for ahead is the answer of the first call, and of no second one', async () => {
  const network = new StubNetwork({ 'GET /board': { body: { v: 1 } } });
  await prefetch('/board');
  expect(peekPrefetched('/board')).toEqual({ v: 1 });
  network.answer({ 'GET /board': { body: { v: 2 } } });
  await expect(api.get('/board')).resolves.toEqual({ v: 1 });
  expect(network.made()).toHaveLength(1);
  await expect(api.get('/board')).resolves.toEqual({ v: 2 });
});

it('a call waits for what is asked for ahead and is still on its way', async () => {
  const network = new StubNetwork({ 'GET /board': { body: { v: 1 } } });
  void prefetch('/board');
  expect(peekPrefetched('/board')).toBeUndefined();
  await expect(api.get('/board')).resolves.toEqual({ v: 1 });
  expect(network.made()).toHaveLength(1);
});

it('what was refused ahead is asked for again, and its refusal is told', async () => {
  const network = new StubNetwork({ 'GET /board': refusal(404, 'Gone') });
  await prefetch('/board');
  await expect(api.get('/board')).rejects.toMatchObject({ status: 404, message: 'Gone' });
  expect(network.made()).toHaveLength(2);
});

it('nobody sees what another user has asked for', async () => {
  new StubNetwork({ 'GET /board': { body: { v: 1 } } });
  await prefetch('/board');
  setSession({ ...session, user: { ...session.user, id: 'another' } });
  expect(peekPrefetched('/board')).toBeUndefined();
  setSession(null);
  setSession(session);
  expect(peekPrefetched('/board')).toBeUndefined();
});
