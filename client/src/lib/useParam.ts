import { useParams } from 'react-router-dom';

/** A parameter that `RequireParam` has checked. */
export function useParam(name: 'workspaceId' | 'projectId'): string {
  const value = useParams()[name];
  if (value === undefined) throw new Error(`this route has no ${name}`);
  return value;
}
