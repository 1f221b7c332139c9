import { labelColours } from '@livelane/shared/labels/label.values';
import { inTurkish } from '#test/inTurkish';
import { distinguished, labelNamed, nextColour } from './label.names';

it('finds a label as the server compares names: without case and spaces', () => {
  const labels = [{ name: 'Bug' }, { name: 'Café' }];
  expect(labelNamed(labels, ' bug ')).toBe(labels[0]);
  expect(labelNamed(labels, 'CAFE\u0301')).toBe(labels[1]);
  expect(labelNamed(labels, 'bu')).toBeUndefined();
});

it('finds it in every browser, whatever it takes for the small letter of I', () => {
  inTurkish();
  const labels = [{ name: 'UI' }];
  expect(labelNamed(labels, 'ui')).toBe(labels[0]);
});

it('gives a new label the first colour that is used least', () => {
  expect(nextColour([])).toBe('red');
  expect(nextColour([{ colour: 'red' }, { colour: 'yellow' }])).toBe('orange');
  expect(nextColour(labelColours.map((colour) => ({ colour })))).toBe('red');
  expect(nextColour([...labelColours, 'red' as const].map((colour) => ({ colour })))).toBe('orange');
});

it('tells labels of one name apart by their workspaces, and leaves others alone', () => {
  const label = (name: string, workspaceId: string) => ({ name, workspaceId });
  const [bug, twin, other] = [label('Bug', 'a'), label('Docs', 'a'), label('docs ', 'b')];
  const nameOf = (id: string) => ({ a: 'Acme', b: 'Beta' })[id];
  expect(distinguished([bug, twin, other], nameOf)).toEqual([
    bug,
    { ...twin, workspace: 'Acme' },
    { ...other, workspace: 'Beta' },
  ]);
});
