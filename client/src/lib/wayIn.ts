import type { Location } from 'react-router-dom';

/** State of the addresses of pages before the sign-in, passed from one to the next. */
export interface WayIn {
  /** Where the visitor wanted to go before they were asked to log in. */
  from?: Pick<Location, 'pathname' | 'search' | 'hash' | 'state'>;
  /** The user whose page `from` is, if their session has ended there. */
  userId?: string | undefined;
  /** The email that they have just registered with. */
  email?: string;
}

/** The destination of a visitor at an address: with an invitation, that. */
export const wayInAt = (location: Location): WayIn =>
  location.pathname === '/invitation' ? { from: location } : ((location.state as WayIn | null) ?? {});

/** Whether the visitor comes with an invitation. */
export const isInvited = ({ from }: WayIn): boolean => from?.pathname === '/invitation';

/** The path to continue at after the sign-in. */
export function originOf({ from }: WayIn): string {
  if (!from || from.pathname === '/login') return '/';
  return from.pathname + from.search + from.hash;
}

/** For whoever has signed in: they do not continue at somebody else's page. */
export const wayOf = (way: WayIn, userId: string): WayIn =>
  way.userId === undefined || way.userId === userId ? way : {};
