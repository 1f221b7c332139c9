import { ANSWERS_PROTOCOL } from '@livelane/shared/http/protocol';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { ChangesOf } from '../database/connect';
import { BoardCheck } from '../features/boards/board.check';
import { BoardService } from '../features/boards/board.service';
import { ColumnService } from '../features/boards/column.service';
import { PersonalBoards } from '../features/boards/personal-boards';
import { ReplicaCache } from '../features/boards/replica.cache';
import { CommentService } from '../features/comments/comment.service';
import { HistoryService } from '../features/history/history.service';
import { PastBoards } from '../features/history/past-boards';
import { LabelReferences } from '../features/labels/label.references';
import { LabelRemoval } from '../features/labels/label.removal';
import { LabelRestoring } from '../features/labels/label.restoring';
import { AccessService } from '../features/members/access.service';
import { ProjectIndexes } from '../features/search/project.indexes';
import { SearchService } from '../features/search/search.service';
import { BulkService } from '../features/tasks/bulk.service';
import { ChecklistService } from '../features/tasks/checklist.service';
import { TaskAnswers } from '../features/tasks/task.answers';
import { TaskCommits } from '../features/tasks/task.commits';
import { TaskReferences } from '../features/tasks/task.references';
import { TaskRestoring } from '../features/tasks/task.restoring';
import { opApplier } from '../features/tasks/task.rows';
import { TaskService } from '../features/tasks/task.service';
import { TaskSummaries } from '../features/tasks/task.summaries';
import { TaskTransfer } from '../features/tasks/task.transfer';
import { ViewService } from '../features/views/view.service';
import type { Audit } from '../http/audit';
import type { Budgets } from '../http/budgets';
import type { NodeBus } from '../nodes/node.bus';
import type { NodeRegistry } from '../nodes/node.registry';
import { BoardTurns } from '../oplog/board.turns';
import { boardHeadModel, opModel } from '../oplog/op.model';
import { OpPostings, POSTINGS_OPS } from '../oplog/op.postings';
import { OpStore } from '../oplog/op.store';
import { OpUpkeep } from '../oplog/op.upkeep';
import { Oplog } from '../oplog/oplog';
import type { Publisher } from '../realtime/publisher';
import type { Stores } from './stores';

interface Dependencies {
  connection: Connection;
  stores: Stores;
  changesOf: ChangesOf;
  isOnlyNode: boolean | undefined;
  nodes: NodeRegistry;
  bus: NodeBus;
  publisher: Publisher;
  budgets: Budgets;
  audit: Audit;
  logger: Logger;
}

/** Builds the log of ops and the services that read and write boards through it. */
export function boardServices(deps: Dependencies) {
  const { connection, stores, changesOf, isOnlyNode, nodes, bus, publisher, budgets, audit, logger } = deps;
  const { users, workspaces, projects, tasks, taskRows, comments, labels, seen, checkpoints } = stores;
  const [ops, heads] = [opModel(connection), boardHeadModel(connection)];
  const postings = new OpPostings(connection, ops, {
    onBehind: (projectId, err) =>
      logger.warn({ projectId, err }, 'postings are behind; they are retried later'),
  });
  const oplog = new Oplog(new OpStore(ops, heads, postings), opApplier(taskRows, projects, comments), {
    turns: new BoardTurns(bus),
    rowsFollow: () => isOnlyNode ?? nodes.isAlone,
    othersRowsFollow: () => isOnlyNode === undefined && nodes.isOverlooked,
    assertAllSpeak: (protocol) => nodes.assertAllSpeak(protocol),
    keepsWholeAnswers: () => !nodes.allSpoke(ANSWERS_PROTOCOL),
    changesOf,
    onUnreadable: (projectId, err) =>
      logger.error({ projectId, err }, 'this board cannot be read; all others go on'),
  });
  oplog.onCommitted(({ projectId, v }) => {
    if (v % POSTINGS_OPS === 0) void postings.bringUpToDate(projectId);
  });
  const loadTasks = (projectId: string) => tasks.ofProject(projectId);
  const loadProject = (projectId: string) => projects.find(projectId);
  const loadArrived = (projectId: string) => tasks.arrivedIn(projectId);
  const replicas = new ReplicaCache({ oplog, loadTasks, loadProject, loadArrived });
  const onDenied: ConstructorParameters<typeof AccessService>[0]['onDenied'] = (denied) =>
    audit({ event: 'denied', ...denied });
  const access = new AccessService({ workspaces, projects, users, oplog, changesOf, onDenied });
  const labelReferences = new LabelReferences(labels);
  const removal = new LabelRemoval({
    oplog,
    replicas,
    projects,
    labels,
    references: labelReferences,
  });
  const references = new TaskReferences({ access, projects, labels: labelReferences });
  const searchIndexes = new ProjectIndexes({
    oplog,
    loadTasks,
    comments,
    onRefused: (projectId) => logger.warn({ projectId }, 'this project is too large to be searched'),
  });
  const pastBoards = new PastBoards({ oplog, checkpoints, budgets, logger });
  const answers = new TaskAnswers({ access, replicas, store: tasks, pastBoards });
  const inProjects = { access, references, oplog, replicas, store: tasks, answers };
  const transfer = new TaskTransfer({ ...inProjects, removal, log: logger });
  const restoring = new TaskRestoring({ access, references, store: tasks });
  const commits = new TaskCommits({ ...inProjects, transfer });
  const ofTasks = { ...inProjects, commits, restoring, removal, audit };

  return {
    oplog,
    opUpkeep: new OpUpkeep(ops, heads, postings),
    pastBoards,
    replicas,
    access,
    labelReferences,
    /** Removes deleted labels from cards. */
    labelRemoval: removal,
    labelRestoring: new LabelRestoring({ oplog, replicas, projects, labels, removal }),
    transfer,
    summaries: new TaskSummaries({ oplog, replicas, tasks }),
    tasks: new TaskService({ ...ofTasks, transfer, pastBoards, nodes }),
    bulk: new BulkService(ofTasks),
    checklists: new ChecklistService(commits),
    columns: new ColumnService({ access, oplog, replicas }),
    comments: new CommentService({
      access,
      oplog,
      replicas,
      tasks,
      transfer,
      store: comments,
      users,
    }),
    boardCheck: new BoardCheck({ oplog, replicas, loadTasks, logger }),
    boards: new BoardService({ access, oplog, replicas, seen, budgets }),
    history: new HistoryService({
      access,
      oplog,
      replicas,
      tasks,
      comments,
      users,
      pastBoards,
      seen,
      publisher,
      budgets,
    }),
    views: new ViewService({ access, views: stores.views, projects, labels: labelReferences, publisher }),
    searchIndexes,
    search: new SearchService({ access, oplog, indexes: searchIndexes, labels: labelReferences }),
    personalBoards: new PersonalBoards({ access, oplog, replicas, tasks, users }),
  };
}
