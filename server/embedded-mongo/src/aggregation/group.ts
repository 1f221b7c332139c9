import { MongoServerFault } from '../errors';
import { encodeKey } from '../values/key';
import { type Doc, isDoc, type Value } from '../values/value';
import { type Accumulator, accumulatorNamed } from './accumulators';
import { compileExpression, type Expression } from './expression';
import { REST, type Stage } from './stage';

interface Field {
  readonly name: string;
  readonly create: () => Accumulator;
  readonly expression: Expression;
}

interface Group {
  readonly id: Value;
  readonly accumulators: Accumulator[];
}

/** `$group`: one document for each value of `_id`, in the order in which the values first appear. */
export function groupStage(spec: Value): Stage {
  if (!isDoc(spec)) throw new MongoServerFault(15947, "a group's fields must be specified in an object");
  const idSource = spec.get('_id');
  if (idSource === undefined) throw new MongoServerFault(15955, 'a group specification must include an _id');
  const idOf = compileGroupId(idSource);
  const fields: Field[] = [];
  for (const [name, value] of spec) if (name !== '_id') fields.push(parseField(name, value));

  return function* (input, { now }) {
    const groups = new Map<string, Group>();
    for (const doc of input) {
      if (doc === REST) {
        yield doc;
        continue;
      }
      const id = idOf(doc, now) ?? null;
      const key = encodeKey([id]).toString('latin1');
      let group = groups.get(key);
      if (!group) {
        group = { id, accumulators: fields.map((field) => field.create()) };
        groups.set(key, group);
      }
      const { accumulators } = group;
      fields.forEach((field, at) => {
        accumulators[at]?.add(field.expression(doc, now));
      });
    }
    for (const group of groups.values()) {
      const result: Doc = new Map([['_id', group.id]]);
      fields.forEach((field, at) => {
        result.set(field.name, group.accumulators[at]?.result() ?? null);
      });
      yield result;
    }
  };
}

/** As MongoDB works it out: in a document of one field a missing value is null, in one of several it stays away. */
function compileGroupId(source: Value): Expression {
  const expression = compileExpression(source);
  const name = isDoc(source) && source.size === 1 ? (source.keys().next().value as string) : undefined;
  if (name === undefined || name.startsWith('$')) return expression;
  return (root, now) => {
    const id = expression(root, now) as Doc;
    return id.size > 0 ? id : new Map([[name, null]]);
  };
}

function parseField(name: string, value: Value): Field {
  if (name.includes('.')) throw new MongoServerFault(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$')) {
    throw new MongoServerFault(40236, `The field name '${name}' cannot be an operator name`);
  }
  if (!isDoc(value) || value.size === 0) {
    throw new MongoServerFault(40234, `The field '${name}' must be an accumulator object`);
  }
  if (value.size > 1) throw new MongoServerFault(40238, `The field '${name}' must specify one accumulator`);
  const [operator, operand] = [...value][0] as [string, Value];
  if (!operator.startsWith('$')) {
    throw new MongoServerFault(40234, `The field '${name}' must be an accumulator object`);
  }
  const create = accumulatorNamed(operator, operand);
  if (Array.isArray(operand)) {
    if (operand.length !== 1) {
      throw new MongoServerFault(40237, `The ${operator} accumulator is a unary operator`);
    }
    return { name, create, expression: compileExpression(operand[0] as Value) };
  }
  return { name, create, expression: operator === '$count' ? () => null : compileExpression(operand) };
}
