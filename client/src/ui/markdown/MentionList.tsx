import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import { useEffect, useRef } from 'react';
import { useT } from '#i18n/useT';
import { UserAvatar } from '../avatar/UserAvatar';

export interface MentionPerson {
  id: string;
  name: string;
  firstName: string;
  surname: string;
}

interface Props {
  id: string;
  people: readonly MentionPerson[];
  /** The index selected by keys. */
  active: number;
  onChoose: (person: MentionPerson) => void;
}

/** People whose names begin with the typed text. The focus stays in the text. */
export function MentionList({ id, people, active, onChoose }: Props) {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  // Below the text it may be below the edge of the window, too.
  useEffect(() => {
    // Newer browsers return a promise, which is not a clean-up.
    void list.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <List
      dense
      ref={list}
      id={id}
      role="listbox"
      aria-label={t('mention_people')}
      sx={{ borderTop: 1, borderColor: 'divider' }}
    >
      {people.map((person, at) => (
        <ListItemButton
          key={person.id}
          id={`${id}-${at}`}
          component="li"
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          selected={at === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
          sx={{ gap: 1 }}
        >
          <UserAvatar user={person} size="small" />
          <bdi>{person.name}</bdi>
        </ListItemButton>
      ))}
    </List>
  );
}
