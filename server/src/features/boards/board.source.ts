import type { Oplog } from '../../oplog/oplog';
import type { BoardSource } from '../../realtime/realtime.types';
import type { ProjectIndexes } from '../search/project.indexes';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { BoardService } from './board.service';
import { changesSightOf, isSameForAll, viewOp } from './op.view';
import { personalNews } from './personal.view';
import type { PersonalBoards } from './personal-boards';
import type { ReplicaCache } from './replica.cache';

/** Ops that a push feed reads at once when it is behind. */
const FEED_BATCH = 500;

interface Dependencies {
  boards: BoardService;
  oplog: Oplog;
  replicas: ReplicaCache;
  personalBoards: PersonalBoards;
  searchIndexes: ProjectIndexes;
  workspaces: Pick<WorkspaceStore, 'readRoles'>;
  /** No other process writes to this database. */
  isOnlyNode: boolean;
}

/** The live side's access to boards. */
export function boardSource({
  boards,
  oplog,
  replicas,
  personalBoards,
  searchIndexes,
  workspaces,
  isOnlyNode,
}: Dependencies): BoardSource {
  return {
    subscribe: (userId, { projectId, ...cursor }, withOps) =>
      boards.subscribe(userId, projectId, cursor, withOps),
    readRoles: (workspaceIds) => workspaces.readRoles(workspaceIds),
    opsAfter: (projectId, v) => oplog.read(projectId, v, FEED_BATCH),
    mayHaveMore: (projectId, v) => !isOnlyNode || oplog.knownV(projectId) > v,
    async heads(projectIds) {
      const heads = await oplog.headsOf(projectIds);
      return new Map([...heads].map(([id, { epoch, appliedV }]) => [id, { epoch, v: appliedV }]));
    },
    forget(projectId) {
      replicas.forget(projectId);
      searchIndexes.forget(projectId);
      oplog.forget(projectId);
    },
    head: (projectId) => boards.head(projectId),
    isSameForAll,
    viewOp,
    changesSightOf,
    personal: (userId) => personalBoards.projects(userId),
    async personalView(projectId, v) {
      const seen = replicas.seen(projectId);
      const board = seen && seen.v >= v ? seen : await replicas.current(projectId);
      return {
        get v() {
          return board.v;
        },
        newsFor: (cards, ops) => personalNews(board, cards, ops),
      };
    },
    taskSight: (projectId) => boards.taskSight(projectId),
  };
}
