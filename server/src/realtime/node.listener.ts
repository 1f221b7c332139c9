import type { NodeBus } from '../nodes/node.bus';
import type { BoardFeeds } from './board.feeds';
import type { Evictions } from './evictions';
import type { Presence } from './presence';
import type { PresenceNews } from './presence-news';
import type { PersonPush } from './publisher';

interface Dependencies {
  feeds: BoardFeeds;
  presence: Presence;
  news: PresenceNews;
  /** Sends a push to the sockets of this node. */
  pushHere: (push: PersonPush) => void;
  evictions: Evictions;
  /** Roles of this workspace have changed. */
  rolesChanged: (workspaceId: string) => void;
  /** Closes the sockets of sessions that have ended on any node. */
  sessionsEnded: () => void;
  /** Pushes of other nodes to people may have been missed. */
  hintsLost: () => void;
}

/** Handles messages of other nodes. */
export function listenToNodes(
  bus: NodeBus,
  { feeds, presence, news, pushHere, evictions, rolesChanged, sessionsEnded, hintsLost }: Dependencies,
): void {
  const sendPresence = () => {
    const boards = presence.boardsHere().map((projectId) => presence.here(projectId));
    bus.send({ kind: 'presenceAll', n: presence.nextNumber(), boards });
  };
  const askForPresence = () => bus.send({ kind: 'presenceWanted' });
  bus.listen({
    received(from, said) {
      switch (said.kind) {
        case 'board':
          feeds.reached(said.projectId, said.v);
          break;
        case 'removed':
          evictions.removed(said.projectId, said.userId, said.v);
          break;
        case 'sessions':
          sessionsEnded();
          break;
        case 'accessChanged':
        case 'accessRevoked':
          if (said.message.scope === 'workspace') rolesChanged(said.message.id);
          pushHere(said);
          break;
        case 'projectDeleted':
        case 'boardSeen':
        case 'entityStale':
        case 'notificationNew':
        case 'notificationRead':
          pushHere(said);
          break;
        case 'presence':
          if (!presence.setElsewhere(from, said.n, said.board)) askForPresence();
          news.changed(said.board.projectId);
          break;
        case 'presenceAll':
          for (const projectId of presence.setAllElsewhere(from, said.n, said.boards))
            news.changed(projectId);
          break;
        case 'presenceAlive':
          if (!presence.confirm(from, said.n)) askForPresence();
          break;
        case 'presenceWanted':
          sendPresence();
          break;
        case 'hintsLost':
          hintsLost();
          break;
        case 'rows':
        case 'turnWanted':
        case 'turnEnded':
          // `oplog/board.turns` listens to these.
          break;
        default:
          // One that only a newer node knows does not come here: its schema fails (`node.bus`).
          said satisfies never;
      }
    },
    returned() {
      askForPresence();
      sendPresence();
      hintsLost();
    },
  });
}
