import type { Location } from 'react-router-dom';

/** What the pages before the sign-in hand on to each other, in the state of their addresses. */
export interface WayIn {
  /** Where the visitor wanted to go before they were asked to log in. */
  from?: Pick<Location, 'pathname' | 'search' | 'hash' | 'state'>;
  /** With which they have just registered. */
  email?: string;
}

/** The way in of whoever is at this address: an invitation is where its reader wants to be. */
export const wayInAt = (location: Location): WayIn =>
  location.pathname === '/invitation' ? { from: location } : ((location.state as WayIn | null) ?? {});
