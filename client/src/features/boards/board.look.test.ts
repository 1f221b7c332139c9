import { NO_LOOK, readLook, writeLook } from './board.look';

it('lives in the address beside the filter, and leaves no trace without one', () => {
  const params = writeLook(new URLSearchParams('title=a&sort=due'), {
    lanes: 'label',
    sort: null,
    viewId: null,
  });
  expect(params.toString()).toBe('title=a&lanes=label');
  expect(readLook(params)).toEqual({ lanes: 'label', sort: null, viewId: null });
  expect(writeLook(params, NO_LOOK).toString()).toBe('title=a');
  expect(readLook(new URLSearchParams('lanes=moon&sort=mood'))).toEqual(NO_LOOK);
});
