import { createHash } from 'node:crypto';
import { check } from './check';
import type { Finding } from './finding';
import { gather, type Line, type OpSeen, type Read, type TaskSeen } from './history';

const OWNER = 'owner';
const BEN = 'ben';
const CLEO = 'cleo';
const BOARD = 'board';
const OTHER = 'other board';
const AT = '2026-03-01T10:00:00.000Z';

const task = (changed: Partial<TaskSeen> = {}): TaskSeen => ({
  id: 'card',
  projectId: BOARD,
  title: 'Card',
  description: 'Text',
  state: 'READY',
  priority: 'MEDIUM',
  visibility: 'PUBLIC',
  assignees: [BEN],
  numOfComments: 0,
  rank: 'a0',
  rev: 1,
  createdBy: BEN,
  updatedAt: AT,
  ...changed,
});

interface Act {
  key: string;
  method?: string;
  path: string;
  body?: Record<string, unknown>;
  client?: string;
  userId?: string;
  /** When it began and was answered. */
  from: number;
  to: number;
  v?: number;
  left?: { projectId: string; v: number };
  /** In place of an acknowledgement. */
  refused?: string;
  unanswered?: number;
  /** What the log holds of it. */
  op?: { type: string; taskId?: string; patch?: object };
}

/** A history that can have happened, step by step: what a test does to it must be found. */
class Story {
  readonly lines: Line[] = [
    {
      is: 'run',
      database: 'made up',
      seed: 0,
      people: [OWNER, BEN, CLEO].map((userId) => ({ userId, isOwner: userId === OWNER })),
      projectIds: [BOARD],
    },
  ];
  readonly log: OpSeen[] = [];
  private n = 0;

  act({ key, method = 'PUT', path, body, from, to, refused, unanswered = 0, op, left, ...rest }: Act): this {
    const { client = 'writer', userId = BEN } = rest;
    const n = ++this.n;
    const said = body ? { body } : {};
    this.lines.push({ is: 'begin', n, at: from, client, userId, key, method, path, ...said });
    for (let one = 0; one < unanswered; one++) this.lines.push({ is: 'sent', n, at: from, status: null });
    const v = rest.v ?? this.log.length + 1;
    if (refused !== undefined)
      this.lines.push({ is: 'end', n, at: to, outcome: 'refused', status: 409, code: refused });
    else
      this.lines.push({
        is: 'end',
        n,
        at: to,
        outcome: 'ok',
        status: 200,
        answer: { v, ...(left && { left }) },
      });
    if (!op) return this;
    const patch = (op.patch ?? {}) as Record<string, unknown>;
    const { type, taskId = 'card' } = op;
    return this.put({
      v: this.log.length + 1,
      type,
      taskId,
      actorId: userId,
      mutationId: key,
      at: AT,
      patch,
    });
  }

  put(op: OpSeen): this {
    this.log.push(op);
    return this;
  }

  /** A card of Ben's at version 1. */
  card(changed: Partial<TaskSeen> = {}, at = 0): this {
    const rev = this.log.length + 1;
    const whole = task({ rev, ...changed });
    const { id, title, description, state, visibility, assignees, projectId } = whole;
    return this.act({
      key: `create ${id}`,
      method: 'POST',
      path: '/tasks',
      body: { id, title, description, state, visibility, assignees, projectId },
      from: at,
      to: at + 1,
      op: { type: 'task.created', taskId: id, patch: whole },
    });
  }

  title(title: string, from: number, to: number, changed: Partial<Act> = {}): this {
    const op = { type: 'task.patched', patch: { title } };
    return this.act({ key: title, path: '/tasks/card', body: { title }, from, to, op, ...changed });
  }

  read(v: number, tasks: TaskSeen[], changed: Partial<Read> = {}): this {
    const [from, at] = [100, 101];
    const said = { client: 'reader', userId: BEN, projectId: BOARD };
    this.lines.push({ is: 'read', from, at, v, tasks, ...said, ...changed });
    return this;
  }

  follow(userId: string, ops: OpSeen[], since = 0, client = `watcher of ${userId}`): this {
    this.lines.push({ is: 'ops', client, userId, at: 90, projectId: BOARD, since, ops });
    return this;
  }

  /** An owner follows the whole log and reads its end, unless a test says otherwise. */
  findings({ log = this.log, end = true } = {}): Finding[] {
    if (log.length > 0) this.follow(OWNER, log, 0, 'auditor');
    const last = this.lines.findLast((line) => line.is === 'read');
    if (end && last?.is === 'read') this.lines.push({ ...last, client: 'the end', from: 200, isLast: true });
    return check(gather(this.lines));
  }

  rules(options?: { log?: OpSeen[]; end?: boolean }): string[] {
    return [...new Set(this.findings(options).map(({ rule }) => rule))];
  }
}

const hashOf = (lines: string): string => createHash('sha256').update(lines).digest('hex');
const noop = (v: number): OpSeen => ({ v, type: 'noop' });

/** A card, and its title changed: two versions, the second one read. */
const plain = () =>
  new Story()
    .card()
    .title('New', 2, 3)
    .read(2, [task({ title: 'New', rev: 2 })]);

describe('a history that can have happened', () => {
  it('has no findings', () => {
    expect(plain().findings()).toEqual([]);
  });

  it('may hold writes that were refused, repeated, or answered only the second time', () => {
    const story = new Story()
      .card()
      .act({ key: 'gone', path: '/tasks/none', body: { title: 'x' }, from: 2, to: 3, refused: 'not_found' })
      .title('New', 2, 9, { unanswered: 2 })
      .read(2, [task({ title: 'New', rev: 2 })]);
    expect(story.findings()).toEqual([]);
  });

  it('may hold a write whose repetition was refused and whose first sending was done later', () => {
    const story = new Story()
      .card()
      .title('New', 2, 3, { refused: 'not_found', unanswered: 1 })
      .read(2, [task({ title: 'New', rev: 2 })]);
    expect(story.findings()).toEqual([]);
  });

  it('may hold writes at the same time in any order', () => {
    const story = new Story()
      .card()
      .title('Second', 2, 8, { client: 'a' })
      .title('First', 1.5, 4, { client: 'b' })
      .read(3, [task({ title: 'First', rev: 3 })]);
    expect(story.findings()).toEqual([]);
  });

  it('may hold a move onto the same place, which makes no op', () => {
    const body = { taskId: 'card', state: 'READY', position: 0 };
    const story = new Story()
      .card()
      .act({ key: 'same', method: 'POST', path: '/kanban/moveTask', body, from: 2, to: 3, v: 1 })
      .read(1, [task()]);
    expect(story.findings()).toEqual([]);
  });

  it('may hold a move to the project where the card is, which makes no op', () => {
    const body = { projectId: BOARD };
    const story = new Story()
      .card()
      .act({ key: 'same', path: '/tasks/card', body, from: 2, to: 3, v: 1 })
      .read(1, [task()]);
    expect(story.findings()).toEqual([]);
  });

  it('may hold a restoration of a card that is there, which makes no op, but not of one that is not', () => {
    const restored = (id: string): string[] => {
      const path = `/tasks/${id}/restore`;
      const act = { key: 'back', method: 'POST', path, from: 2, to: 3, v: 1 };
      return new Story().card().act(act).read(1, [task()]).rules();
    };
    expect(restored('card')).toEqual([]);
    expect(restored('none')).toEqual(['acknowledged once']);
  });

  it('shows a PRIVATE card to those who may see it, and its coming and going to the others', () => {
    const hidden = task({ visibility: 'PRIVATE', rev: 2 });
    const story = new Story()
      .card()
      .act({
        key: 'hide',
        path: '/tasks/card',
        body: { visibility: 'PRIVATE' },
        from: 2,
        to: 3,
        op: { type: 'task.patched', patch: { visibility: 'PRIVATE' } },
      })
      .title('Secret', 4, 5)
      .act({
        key: 'assign',
        path: '/tasks/card',
        body: { assignees: [CLEO], baseRev: 3, baseProjectId: BOARD },
        from: 6,
        to: 7,
        op: { type: 'task.patched', patch: { assignees: [CLEO] } },
      })
      .read(3, [], { userId: CLEO })
      .read(4, [{ ...hidden, title: 'Secret', assignees: [CLEO], rev: 4 }], { userId: CLEO, from: 110 });
    const [created, hide, , assign] = story.log as [OpSeen, OpSeen, OpSeen, OpSeen];
    const shown = { ...hidden, title: 'Secret', assignees: [CLEO], rev: 4 };
    story.follow(CLEO, [
      created,
      { ...hide, type: 'task.deleted', patch: {} },
      noop(3),
      { ...assign, type: 'task.created', patch: { ...shown } },
    ]);
    // Ben saw version 4 acknowledged before 100: the first read is too old for them alone.
    expect(story.findings().filter(({ rule }) => rule !== 'session')).toEqual([]);
  });
});

describe('versions and the log', () => {
  it('R2 a hole is found', () => {
    const story = plain();
    expect(story.rules({ log: story.log.filter(({ v }) => v !== 1) })).toContain('versions');
  });

  it('R2 a double is found', () => {
    const story = plain();
    const [first, second] = story.log as [OpSeen, OpSeen];
    expect(story.rules({ log: [first, first, second] })).toContain('versions');
  });

  it('two different ops at one version are found', () => {
    const story = plain();
    const [first] = story.log as [OpSeen];
    story.follow(OWNER, [first, { ...first, v: 2, type: 'task.deleted', patch: {} }]);
    expect(story.rules()).toContain('log');
  });

  it('an op that nobody asked for is found', () => {
    const story = plain().put({ v: 3, type: 'task.deleted', taskId: 'card', mutationId: 'nobody', at: AT });
    expect(story.read(3, []).rules()).toEqual(['log']);
  });

  it('an op upon a card that is not there is found', () => {
    const story = plain().act({
      key: 'k',
      method: 'DELETE',
      path: '/tasks/none',
      from: 4,
      to: 5,
      op: { type: 'task.deleted', taskId: 'none' },
    });
    expect(story.read(3, [task({ title: 'New', rev: 2 })]).rules()).toContain('log');
  });
});

describe('acknowledged writes', () => {
  it('I4 one that is in no log is found', () => {
    const story = plain().act({
      key: 'lost',
      path: '/tasks/card',
      body: { title: 'x' },
      from: 4,
      to: 5,
      v: 3,
    });
    expect(story.rules()).toEqual(['acknowledged once']);
  });

  it('I5 one that was done twice is found', () => {
    const story = plain();
    const [, second] = story.log as [OpSeen, OpSeen];
    story.put({ ...second, v: 3 }).read(3, [task({ title: 'New', rev: 3 })]);
    expect(story.rules()).toContain('acknowledged once');
  });

  it('R7 one that was done at another version than was told is found', () => {
    const story = new Story()
      .card()
      .title('New', 2, 3, { v: 7 })
      .read(2, [task({ title: 'New', rev: 2 })]);
    expect(story.rules()).toEqual(['acknowledged once']);
  });

  it('one that did something else is found', () => {
    const story = new Story()
      .card()
      .title('New', 2, 3, { op: { type: 'task.patched', patch: { title: 'Else' } } })
      .read(2, [task({ title: 'Else', rev: 2 })]);
    expect(story.rules()).toEqual(['contents']);
  });

  it('a refused one that was done is found', () => {
    const story = new Story()
      .card()
      .title('New', 2, 3, { refused: 'edit_conflict' })
      .read(2, [task({ title: 'New', rev: 2 })]);
    expect(story.rules()).toEqual(['refused']);
  });

  it('a refusal that nothing explains is found', () => {
    const story = plain().act({ key: 'k', path: '/tasks/card', from: 4, to: 5, refused: 'invalid_input' });
    expect(story.rules()).toEqual(['refused']);
  });

  it('a comment with another text is found', () => {
    const story = new Story()
      .card()
      .act({
        key: 'k',
        method: 'POST',
        path: '/tasks/card/comments',
        body: { text: 'Said' },
        from: 2,
        to: 3,
        op: { type: 'comment.added', patch: { comment: { id: 'c', text: 'Other' } } },
      })
      .read(2, [task({ numOfComments: 1, rev: 2 })]);
    expect(story.rules()).toEqual(['contents']);
  });

  it('a task that left and never arrived is found', () => {
    const story = new Story().card().act({
      key: 'k',
      path: '/tasks/card',
      body: { projectId: OTHER },
      from: 2,
      to: 3,
      v: 1,
      left: { projectId: BOARD, v: 2 },
      op: { type: 'task.deleted', patch: { movedTo: OTHER } },
    });
    expect(story.read(2, []).rules()).toEqual(['contents']);
  });
});

describe('order and lost updates', () => {
  it('a write that began after another was acknowledged and came before it is found', () => {
    const story = new Story()
      .card()
      .title('Second', 6, 7)
      .title('First', 2, 3)
      .read(3, [task({ title: 'First', rev: 3 })]);
    expect(story.rules()).toEqual(['order']);
  });

  it('a description that overwrites one which its user had not seen is found', () => {
    const edit = (description: string, from: number, baseRev: number): Act => ({
      key: description,
      path: '/tasks/card',
      body: { description, baseRev, baseProjectId: BOARD },
      from,
      to: from + 1,
      op: { type: 'task.patched', patch: { description } },
    });
    const seen = new Story()
      .card()
      .act(edit('One', 2, 1))
      .act(edit('Two', 4, 2))
      .read(3, [task({ description: 'Two', rev: 3 })]);
    expect(seen.rules()).toEqual([]);
    const unseen = new Story()
      .card()
      .act(edit('One', 2, 1))
      .act(edit('Two', 4, 1))
      .read(3, [task({ description: 'Two', rev: 3 })]);
    expect(unseen.rules()).toEqual(['lost update']);
  });

  it('assignees that replace those of someone else are found', () => {
    const assign = (assignees: string[], from: number, after: string[]): Act => ({
      key: assignees.join(),
      path: '/tasks/card',
      body: { assignees, baseRev: 1, baseProjectId: BOARD },
      from,
      to: from + 1,
      op: { type: 'task.patched', patch: { assignees: after } },
    });
    const first = assign([BEN, CLEO], 2, [BEN, CLEO]);
    const merged = new Story()
      .card()
      .act(first)
      .act(assign([BEN, OWNER], 4, [BEN, CLEO, OWNER]))
      .read(3, [task({ assignees: [BEN, CLEO, OWNER], rev: 3 })]);
    expect(merged.rules()).toEqual([]);
    const replaced = new Story()
      .card()
      .act(first)
      .act(assign([BEN, OWNER], 4, [BEN, OWNER]))
      .read(3, [task({ assignees: [BEN, OWNER], rev: 3 })]);
    expect(replaced.rules()).toEqual(['lost update']);
  });
});

describe('reads', () => {
  it.each<[string, TaskSeen[]]>([
    ['an old value', [task({ rev: 2 })]],
    ['a card less', []],
    ['a card more', [task({ title: 'New', rev: 2 }), task({ id: 'ghost' })]],
    ['a card twice', [task({ title: 'New', rev: 2 }), task({ title: 'New', rev: 2 })]],
  ])('%s is found', (_, tasks) => {
    expect(new Story().card().title('New', 2, 3).read(2, tasks).rules()).toEqual(['reads']);
  });

  it('I6 one that lacks a write which was acknowledged before it began is found', () => {
    const story = new Story().card().title('New', 2, 3).read(1, [task()]);
    expect(story.rules({ end: false })).toContain('session');
  });

  it('I13 one that goes back is found', () => {
    const story = new Story().card().title('New', 2, 150);
    story
      .read(2, [task({ title: 'New', rev: 2 })], { from: 10, at: 11 })
      .read(1, [task()], { from: 12, at: 13 });
    expect(story.rules({ end: false })).toContain('session');
  });

  it('one beyond the log is found', () => {
    expect(plain().read(9, []).rules()).toContain('reads');
  });

  it('a last one that is behind the log is found', () => {
    const story = plain();
    story.read(1, [task()], { from: 0, at: 1, isLast: true });
    expect(story.rules()).toContain('convergence');
  });

  it('comments that are lost, changed or came back are found', () => {
    const said = (comments: { id: string; text: string }[]): string[] => {
      const story = new Story();
      story.card().act({
        key: 'k',
        method: 'POST',
        path: '/tasks/card/comments',
        body: { text: 'Said' },
        from: 2,
        to: 3,
        op: { type: 'comment.added', patch: { comment: { id: 'c', text: 'Said' } } },
      });
      story.read(2, [task({ numOfComments: 1, rev: 2 })]);
      story.lines.push({ is: 'comments', taskId: 'card', comments });
      return story.rules();
    };
    expect(said([{ id: 'c', text: 'Said' }])).toEqual([]);
    expect(said([])).toEqual(['reads']);
    expect(said([{ id: 'c', text: 'Else' }])).toEqual(['reads']);
    expect(
      said([
        { id: 'c', text: 'Said' },
        { id: 'd', text: 'Deleted' },
      ]),
    ).toEqual(['reads']);
  });
});

describe('followers', () => {
  it('SPEC.md#visibility a PRIVATE card in a read is found', () => {
    const hidden = task({ visibility: 'PRIVATE' });
    const story = new Story().card({ visibility: 'PRIVATE' }).read(1, [hidden], { userId: CLEO });
    expect(story.rules()).toEqual(['sight']);
  });

  it('SPEC.md#visibility an op of a PRIVATE card that reaches who may not see it is found', () => {
    const story = new Story().card({ visibility: 'PRIVATE' }).read(1, [task({ visibility: 'PRIVATE' })]);
    expect(story.follow(CLEO, story.log).rules()).toEqual(['sight']);
  });

  it('an op that was kept from who may see it is found', () => {
    const story = plain();
    story.follow(CLEO, [story.log[0] as OpSeen, noop(2)]);
    expect(story.rules()).toEqual(['followers']);
  });

  it('R8 a gap is found', () => {
    const story = plain();
    story.follow(CLEO, [story.log[1] as OpSeen]);
    expect(story.rules()).toEqual(['versions']);
  });

  it('I6 a watcher that goes back is found', () => {
    const story = plain();
    story.follow(CLEO, story.log).follow(CLEO, [story.log[1] as OpSeen], 1);
    story.lines.push({ is: 'stand', client: `watcher of ${CLEO}`, projectId: BOARD, v: 2 });
    expect(story.rules()).toEqual(['followers']);
  });

  it('I1 a watcher that stays behind is found', () => {
    const story = plain();
    story.lines.push({ is: 'stand', client: 'watcher', projectId: BOARD, v: 1 });
    expect(story.rules()).toEqual(['convergence']);
  });

  it('I1 a hash that is not the log’s is found', () => {
    const told = (lines: string): string[] => {
      const story = plain();
      const hash = hashOf(lines);
      story.lines.push({ is: 'head', client: 'watcher', projectId: BOARD, v: 2, hash });
      return story.rules();
    };
    expect(told('card:2')).toEqual([]);
    expect(told('card:1')).toEqual(['convergence']);
  });
});
