import type { View } from '@livelane/shared/views/view.schema';
import { mongo } from 'mongoose';
import { createMember, createProject, type TestProject, type TestUser } from '../../../test/factories';
import type { TestServer } from '../../../test/harness';
import { onTwoNodes } from '../../../test/onTwoNodes';
import { ViewStore } from './view.store';

/** Changes of saved views that meet others, on two nodes (SPEC.md#views). */
let [a, b] = [] as unknown as [TestServer, TestServer];
let project: TestProject;
let owner: TestUser;
let member: TestUser;
onTwoNodes((first, second) => {
  [a, b] = [first, second];
});
beforeEach(async () => {
  project = await createProject(a);
  owner = project.owner;
  member = await createMember(a, project);
});

const made = async (more: object = {}, user = owner) =>
  (await a.request(user).post<View>('/views', { projectId: project.id, name: 'View', ...more })).body;
const put = (view: View, fields: object, node = a, user = owner) =>
  node.request(user).put<View>(`/views/${view.id}`, fields);
const seenBy = async (user: TestUser) =>
  (await b.request(user).get<View[]>(`/views?projectId=${project.id}`)).body;

/** Does something between the reading and the writing of the next change. */
function beforeWriting(meanwhile: () => Promise<unknown>): void {
  const { update } = ViewStore.prototype;
  jest.spyOn(ViewStore.prototype, 'update').mockImplementationOnce(async function (this: ViewStore, ...of) {
    await meanwhile();
    return update.apply(this, of);
  });
}

test.each([
  [{ name: 'New' }, { filter: { text: 'x' } }],
  [{ name: 'New' }, { isShared: true }],
  [{ isShared: true }, { grouping: 'label' }],
])('%j and %j at once: both stand', async (first, second) => {
  const view = await made();
  beforeWriting(() => put(view, second, b));
  const { status, body } = await put(view, first);
  expect([status, body]).toMatchObject([200, { ...first, ...second }]);
  expect(await seenBy(owner)).toEqual([body]);
});

test('two people who end a sharing at once end it once, and both are answered', async () => {
  const view = await made({ isShared: true });
  beforeWriting(() => put(view, { isShared: false }, b, owner));
  expect((await put(view, { isShared: false, name: 'New' })).body).toMatchObject({
    isShared: false,
    name: 'New',
    createdBy: owner.id,
  });
});

test('a view that somebody has taken back meanwhile is not there for others', async () => {
  const view = await made({ isShared: true });
  beforeWriting(() => put(view, { isShared: false }, b, owner));
  expect((await put(view, { name: 'Mine' }, a, member)).status).toBe(404);
  expect((await seenBy(owner)).map(({ name }) => name)).toEqual(['View']);
});

test('a view that is deleted while it is changed is 404', async () => {
  const view = await made();
  beforeWriting(() => b.request(owner).delete(`/views/${view.id}`));
  expect((await put(view, { name: 'New' })).status).toBe(404);
});

test('places of shared and own views follow them', async () => {
  const view = await made();
  beforeWriting(() => put(view, { isShared: true }, b));
  await put(view, { name: 'New' });
  await made({ isShared: true });
  const rows = await a.connection.collection('views').find({ projectId: project.id }).toArray();
  expect(rows.map(({ slot }) => slot).sort()).toEqual([`${project.id} shared 0`, `${project.id} shared 1`]);
});

test('a view that has taken the place of another and is deleted at once is not in its way', async () => {
  const { insertOne } = mongo.Collection.prototype;
  let isFirst = true;
  jest.spyOn(mongo.Collection.prototype, 'insertOne').mockImplementation(async function (
    this: mongo.Collection,
    ...of
  ) {
    if (!isFirst || this.collectionName !== 'views') return insertOne.apply(this, of);
    isFirst = false;
    const quick = await made();
    try {
      return await insertOne.apply(this, of);
    } finally {
      expect((await b.request(owner).delete(`/views/${quick.id}`)).status).toBe(204);
    }
  });
  const { status } = await a.request(owner).post('/views', { projectId: project.id, name: 'Slow' });
  expect([status, isFirst]).toEqual([201, false]);
});
