import { useCallback, useState } from 'react';
import { useCurrentUser } from '#lib/useSession';

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is off: the choice lasts as long as the page.
    return null;
  }
}

/**
 * The project of the user's last new task on the board over all projects, kept in this browser: quick add asks for it
 * once. Null while it is not among the given ones.
 * @param editable the projects that the user can add tasks to
 */
export function useLastProject(
  editable: readonly { id: string }[],
): [string | null, (projectId: string) => void] {
  const key = `livelane-project-${useCurrentUser().id}`;
  const [last, setLast] = useState(() => kept(key));
  const use = useCallback(
    (projectId: string) => {
      setLast(projectId);
      try {
        localStorage.setItem(key, projectId);
      } catch {
        // As above.
      }
    },
    [key],
  );
  return [editable.some(({ id }) => id === last) ? last : null, use];
}
