/** @jest-environment jsdom */
import { render } from '@testing-library/react';
import { type AvatarSize, UserAvatar } from './UserAvatar';

const user = { id: '00000000-0000-4000-8000-000000000001', firstName: 'Ada', surname: 'Byron' };

it.each<[AvatarSize, number]>([
  ['small', 24],
  ['large', 40],
  ['huge', 96],
])('section 2: a %s avatar shows the initials on %i pixels', (size, pixels) => {
  const { container } = render(<UserAvatar user={user} size={size} />);
  const avatar = container.firstElementChild as HTMLElement;
  expect(avatar.textContent).toBe('AB');
  expect(getComputedStyle(avatar).width).toBe(`${pixels}px`);
});

it('keeps initials that would join to a word apart', () => {
  const { container } = render(<UserAvatar user={{ ...user, firstName: 'ليلى', surname: 'المنصوري' }} />);
  expect(container.textContent).toBe('ل\u200cا');
});
