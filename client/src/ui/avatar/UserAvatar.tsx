import classes from './avatar.module.css';

/** Sizes of the specification, in pixels. */
const sizes = { small: 24, large: 40, huge: 96 } as const;
export type AvatarSize = keyof typeof sizes;

/** White initials have a contrast of 4.5 at every hue, yellow being the lightest (WCAG 1.4.3). */
const LIGHTNESS = '30%';

interface Props {
  user: { id: string; firstName: string; surname: string };
  size?: AvatarSize;
}

/** A user's initials on a colour of his own, the same on every screen. Plain, because a board shows hundreds of them. */
export function UserAvatar({ user, size = 'large' }: Props) {
  const { id, firstName, surname } = user;
  const px = sizes[size];
  return (
    <span
      aria-hidden
      className={classes.avatar}
      style={{
        width: px,
        height: px,
        fontSize: px * 0.4,
        backgroundColor: `hsl(${hueOf(id)} 55% ${LIGHTNESS})`,
      }}
    >
      {initialsOf(firstName, surname)}
    </span>
  );
}

export function initialsOf(firstName: string, surname: string): string {
  return [firstName, surname]
    .map((name) => [...name][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

function hueOf(id: string): number {
  return Number.parseInt(id.slice(0, 6), 16) % 360;
}
