import { api } from './api';

it('section 6: cookies go with every call, and nothing limits its time', async () => {
  const sent: RequestInit[] = [];
  globalThis.fetch = async (_input, init) => {
    sent.push(init ?? {});
    return { ok: true, status: 204 } as Response;
  };
  await api.get('/a');
  await api.post('/b', {});
  await api.put('/c', {});
  await api.delete('/d');
  expect(sent).toHaveLength(4);
  for (const { credentials, signal } of sent)
    expect({ credentials, signal }).toEqual({ credentials: 'include' });
});
