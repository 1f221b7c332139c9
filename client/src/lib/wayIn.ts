import type { Location } from 'react-router-dom';

/** What the pages before the sign-in hand on to each other, in the state of their addresses. */
export interface WayIn {
  /** Where the visitor wanted to go before they were asked to log in. */
  from?: Pick<Location, 'pathname' | 'search' | 'hash' | 'state'>;
  /** The email that they have just registered with. */
  email?: string;
}

/** Where the visitor at an address wants to go: with an invitation, to that. */
export const wayInAt = (location: Location): WayIn =>
  location.pathname === '/invitation' ? { from: location } : ((location.state as WayIn | null) ?? {});
