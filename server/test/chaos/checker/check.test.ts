import { createHash } from 'node:crypto';
import type { OpSeen, TaskSeen } from './history';
import { type Act, AT, BEN, BOARD, CLEO, OWNER, Story, task } from './story.fixture';

const OTHER = 'other board';

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
