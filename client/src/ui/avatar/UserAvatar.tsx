import { isRightToLeft } from '#i18n/direction';
import { useAvatarColour } from './avatar.colours';
import classes from './avatar.module.css';

/** Sizes of the specification, in pixels. */
const sizes = { small: 24, large: 40, huge: 96 } as const;
export type AvatarSize = keyof typeof sizes;

interface Props {
  user: { id: string; firstName: string; surname: string };
  size?: AvatarSize;
}

/** A user's initials on a colour of their own. Plain, because a board shows hundreds of them. */
export function UserAvatar({ user, size = 'large' }: Props) {
  const { id, firstName, surname } = user;
  const px = sizes[size];
  const colour = useAvatarColour(id);
  return (
    <span
      aria-hidden
      className={classes.avatar}
      style={{
        width: px,
        height: px,
        fontSize: px * 0.4,
        backgroundColor: colour,
      }}
    >
      {initialsOf(firstName, surname)}
    </span>
  );
}

/** Keeps Arabic letters from joining to what may be a word. */
const NOT_JOINED = '\u200c';

function initialsOf(firstName: string, surname: string): string {
  const [first = ''] = firstName;
  const [second = ''] = surname;
  return (first + (isRightToLeft(first) ? NOT_JOINED : '') + second).toLocaleUpperCase();
}
