import type { BoardMember } from '@livelane/shared/boards/board.schema';
import { LRUCache } from 'lru-cache';
import { canSee, type Viewer } from '../tasks/task.visibility';
import { type BoardForm, boardText, visibleColumns } from './board.presenter';
import type { BoardReplica } from './board.replica';
import { isStreamed, Page, StreamedPage } from './page';

/** Bytes of pages that are kept; the least recently used are evicted first. */
const MAX_BYTES = 32_000_000;

interface KeptPage {
  epoch: string;
  v: number;
  members: string;
  page: Page;
}

/**
 * Answers with boards, kept per version, form and class of viewer: members with one role who see the same PRIVATE tasks
 * get the same bytes.
 */
export class BoardResponseCache {
  private readonly kept = new LRUCache<string, KeptPage>({
    maxSize: MAX_BYTES,
    // A page that is larger than the whole cache is kept alone.
    sizeCalculation: ({ page }) => Math.min(page.size, MAX_BYTES),
  });

  pageFor(
    board: BoardReplica,
    viewer: Viewer,
    members: readonly BoardMember[],
    form: BoardForm,
  ): Page | StreamedPage {
    const { projectId, epoch, v } = board;
    const membersJson = JSON.stringify(members);
    if (isStreamed(board)) return new StreamedPage(textOf(board, viewer, membersJson, form));
    const key = `${form} ${projectId} ${viewer.role} ${sightKey(board, viewer)}`;
    const kept = this.kept.get(key);
    // Names are not part of the version: a changed name is shown at once.
    const isCurrent = kept?.epoch === epoch && kept.v === v && kept.members === membersJson;
    if (isCurrent) return kept.page;
    const page = build(board, viewer, membersJson, form);
    this.kept.set(key, { epoch, v, members: membersJson, page });
    return page;
  }
}

/** The PRIVATE tasks that the viewer sees, as a key. */
function sightKey(board: BoardReplica, viewer: Viewer): string {
  if (viewer.role === 'owner' || board.allPublic) return '';
  const seen: string[] = [];
  for (const task of board.privateTasks()) if (canSee(viewer, task)) seen.push(task.id);
  return seen.sort().join();
}

function build(board: BoardReplica, viewer: Viewer, membersJson: string, form: BoardForm): Page {
  const text = textOf(board, viewer, membersJson, form);
  let json = '';
  for (const piece of text()) json += piece;
  return new Page(json);
}

/** The present board, to be written as often as wanted. */
function textOf(
  board: BoardReplica,
  viewer: Viewer,
  membersJson: string,
  form: BoardForm,
): () => Generator<string> {
  const { projectId, epoch, v, allPublic } = board;
  const columns = visibleColumns(board, allPublic ? () => true : (task) => canSee(viewer, task));
  const head = JSON.stringify({ projectId, epoch, v, role: viewer.role });
  return () => boardText(columns, head, membersJson, form);
}
