import type { Label } from '@livelane/shared/labels/label.schema';
import { createWorkspace, type TestUser } from '../../../test/factories';
import type { TestServer } from '../../../test/harness';
import { onTwoNodes } from '../../../test/onTwoNodes';
import { LabelStore } from './label.store';

/** Changes of labels that meet others, on two nodes (SPEC.md#labels). */
let [a, b] = [] as unknown as [TestServer, TestServer];
let owner: TestUser;
let path: string;

onTwoNodes((first, second) => {
  [a, b] = [first, second];
});
beforeEach(async () => {
  const workspace = await createWorkspace(a);
  owner = workspace.owner;
  path = `/workspaces/${workspace.id}/labels`;
});

const made = async (name: string) =>
  (await a.request(owner).post<Label>(path, { name, colour: 'red' })).body.id;
const put = (labelId: string, fields: object, node = a) =>
  node.request(owner).put<Label>(`${path}/${labelId}`, fields);

/** Does something between the reading and the writing of the next change. */
function beforeWriting(meanwhile: () => Promise<unknown>): void {
  const { update } = LabelStore.prototype;
  jest.spyOn(LabelStore.prototype, 'update').mockImplementationOnce(async function (this: LabelStore, ...of) {
    await meanwhile();
    return update.apply(this, of);
  });
}

test('two people who change the name and the colour at once change both', async () => {
  const id = await made('Bug');
  for (const [first, second] of [
    [{ name: 'Fault' }, { colour: 'blue' }],
    [{ colour: 'lime' }, { name: 'Error' }],
  ] as const) {
    beforeWriting(() => put(id, second, b));
    const { status, body } = await put(id, first);
    expect([status, body]).toMatchObject([200, { ...first, ...second }]);
    const { body: listed } = await b.request(owner).get<Label[]>(path);
    expect(listed).toEqual([body]);
  }
  // Names that were given up are free, the present one is not.
  expect((await a.request(owner).post(path, { name: 'fault', colour: 'red' })).status).toBe(201);
  expect((await a.request(owner).post(path, { name: 'error', colour: 'red' })).status).toBe(409);
});

test('a label that is deleted while it is changed is 404', async () => {
  const id = await made('Bug');
  beforeWriting(() => b.request(owner).delete(`${path}/${id}`));
  expect((await put(id, { colour: 'blue' })).status).toBe(404);
});
