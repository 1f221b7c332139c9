import { faultOf } from '../../test/support/faults';
import { docOf, type PlainDoc, textOf } from '../../test/support/plain';
import { compileFilter } from '../query/filter';
import { compilePipeline, type PipelineContext } from './pipeline';
import { others, pipelineGroups, stageFailures } from './pipeline.cases';

const context: PipelineContext = {
  now: new Date(0),
  lookup(collection, foreignField, value) {
    if (collection !== 'others') return [];
    const filter = compileFilter(new Map([[foreignField, new Map([['$eq', value]])]]));
    return others.map(docOf).filter((doc) => filter.matches(doc));
  },
};

function run(stages: PlainDoc[], input: PlainDoc[]): string[] {
  const result = compilePipeline(stages.map(docOf)).run(input.map(docOf), context);
  return Array.from(result, textOf);
}

describe.each(pipelineGroups)('aggregation: %s', (_group, cases) => {
  test.each(cases)('%s', (_title, input, stages, output) => {
    expect(run(stages, input)).toEqual(output.map((doc) => textOf(docOf(doc))));
  });
});

test.each(stageFailures)('stage %j is refused with code %i: %s', (stage, code, message) => {
  const fault = faultOf(() => compilePipeline([docOf(stage)]));
  expect([fault.code, fault.message]).toEqual([code, expect.stringContaining(message)]);
});

test('what the planner may do first: filters, one sort, the limit behind a skip', () => {
  const stages = [
    { $match: { a: 1 } },
    { $match: { b: 1 } },
    { $sort: { c: 1 } },
    { $skip: 5 },
    { $limit: 10 },
  ];
  const { leading } = compilePipeline(stages.map(docOf));
  expect(leading.limit).toBe(15);
  expect(textOf(leading.sort)).toBe('{c: 1}');
  expect(textOf(leading.filter)).toBe('{$and: [{a: 1}, {b: 1}]}');
});

test('a limit behind a stage that changes the number of documents is not for the planner', () => {
  const { leading } = compilePipeline([docOf({ $unwind: '$a' }), docOf({ $limit: 1 })]);
  expect(leading).toEqual({});
});
