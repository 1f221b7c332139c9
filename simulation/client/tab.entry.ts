// The client's code in a simulated tab: everything but its screens.
import type { Session } from '@livelane/shared/auth/auth.schema';
import { buildView } from '../../client/src/board-sync/board.view';
import * as comments from '../../client/src/board-sync/comment.mutations';
import { saveFromDialog } from '../../client/src/board-sync/dialog.save';
import { patchTask } from '../../client/src/board-sync/edit.mutations';
import * as cardMutations from '../../client/src/board-sync/mutations';
import * as reverts from '../../client/src/board-sync/revert';
import * as choices from '../../client/src/board-sync/textChoices';
import * as undo from '../../client/src/board-sync/undo';
import { api } from '../../client/src/lib/api';
import { setSession, setSessionLostHandler } from '../../client/src/lib/session';
import { PersonalFollower } from '../../client/src/realtime/personal.follower';
import { RealtimeClient, type RealtimeListeners } from '../../client/src/realtime/realtime.client';
import { createStore } from '../../client/src/store/store';

export { api, buildView, choices, comments, reverts, saveFromDialog, undo };
export const mutations = { ...cardMutations, patchTask };

/** Signs in and starts a signed-in tab's code; a refused renewal of the session is heard of as a sign-out. */
export function openTab(session: Session, listeners: RealtimeListeners) {
  setSessionLostHandler(listeners.onSignedOut);
  setSession(session);
  const store = createStore();
  const live = new RealtimeClient(session.user.id, store, listeners);
  live.start();
  const followPersonal = (onError: (error: unknown) => void) =>
    live.followPersonal(PersonalFollower, onError);
  return { store, live, followPersonal };
}
