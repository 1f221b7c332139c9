import { Int32, Timestamp } from 'bson';
import { badValue, ErrorCode, failedToParse, MongoServerFault } from '../errors';
import { calculate, type Operation } from '../values/arithmetic';
import { compareValues, valuesEqual } from '../values/compare';
import { isNaNValue } from '../values/number';
import { show, showField } from '../values/show';
import { bsonType, isDoc, isNumber, typeName, type Value } from '../values/value';
import { addToSetOperator, popOperator, pullAllOperator, pullOperator } from './array-operators';
import { pushOperator } from './push';
import { type LeafOperator, REMOVED, type UpdateContext } from './tree';

/** The operator at one path; `$rename` is made elsewhere, for it has two paths. */
export function parseOperator(name: string, path: string, operand: Value): LeafOperator {
  switch (name) {
    case '$set':
      return setOperator(operand);
    case '$setOnInsert':
      return setOnInsertOperator(operand);
    case '$unset':
      return UNSET;
    case '$inc':
      return arithmeticOperator('$inc', 'add', path, operand);
    case '$mul':
      return arithmeticOperator('$mul', 'multiply', path, operand);
    case '$min':
      return extremeOperator(operand, -1);
    case '$max':
      return extremeOperator(operand, 1);
    case '$currentDate':
      return currentDateOperator(operand);
    case '$push':
      return pushOperator(operand);
    case '$addToSet':
      return addToSetOperator(operand);
    case '$pull':
      return pullOperator(operand);
    case '$pullAll':
      return pullAllOperator(operand);
    case '$pop':
      return popOperator(path, operand);
    default:
      throw failedToParse(`Unknown modifier: ${name}`);
  }
}

function setOperator(operand: Value): LeafOperator {
  return { change: () => operand, create: () => operand };
}

function setOnInsertOperator(operand: Value): LeafOperator {
  return {
    change: (value, context) => (context.inserting ? operand : value),
    create: (context) => (context.inserting ? operand : undefined),
  };
}

export const UNSET: LeafOperator = { change: () => REMOVED, create: () => undefined };

function idOf(context: UpdateContext): string {
  const id = context.root.get('_id');
  return id === undefined ? '{}' : showField('_id', id);
}

function arithmeticOperator(name: string, operation: Operation, path: string, operand: Value): LeafOperator {
  if (!isNumber(operand)) {
    const verb = operation === 'add' ? 'increment' : 'multiply';
    throw new MongoServerFault(
      ErrorCode.TypeMismatch,
      `Cannot ${verb} with non-numeric argument: ${showField(path, operand)}`,
    );
  }
  return {
    change(value, context, at) {
      if (!isNumber(value)) {
        const field = at.slice(at.lastIndexOf('.') + 1);
        throw new MongoServerFault(
          ErrorCode.TypeMismatch,
          `Cannot apply ${name} to a value of non-numeric type. ${idOf(context)} has the field '${field}' of non-numeric type ${typeName(value)}`,
        );
      }
      const result = calculate(operation, value, operand);
      if (result === null) {
        throw badValue(
          `Failed to apply ${name} operations to current value ((NumberLong)${show(value)}) for document ${idOf(context)}`,
        );
      }
      // To MongoDB no NaN is the one that was there.
      if (isNaNValue(result)) {
        context.rewritten();
        return result;
      }
      // Equal numbers of one type: MongoDB leaves a decimal the digits that it has.
      return bsonType(result) === bsonType(value) && valuesEqual(result, value) ? value : result;
    },
    create: () => (operation === 'add' ? operand : (calculate('multiply', operand, new Int32(0)) ?? operand)),
  };
}

function extremeOperator(operand: Value, wanted: 1 | -1): LeafOperator {
  return {
    change: (value) => (compareValues(operand, value) === wanted ? operand : value),
    create: () => operand,
  };
}

const MS_PER_SECOND = 1000;

/** A counter distinguishes timestamps of one second, as in MongoDB. */
let timestampCounter = 0;

function currentDateOperator(operand: Value): LeafOperator {
  const kind = currentDateKind(operand);
  const make = (context: UpdateContext): Value => {
    if (kind === 'date') return new Date(context.now.getTime());
    timestampCounter = (timestampCounter % 0x7fffffff) + 1;
    return new Timestamp({ t: Math.floor(context.now.getTime() / MS_PER_SECOND), i: timestampCounter });
  };
  return { change: (_value, context) => make(context), create: make };
}

function currentDateKind(operand: Value): 'date' | 'timestamp' {
  if (typeof operand === 'boolean') return 'date';
  if (!isDoc(operand)) {
    throw badValue(
      `${typeName(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  }
  for (const name of operand.keys()) {
    if (name !== '$type') throw badValue(`Unrecognized $currentDate option: ${name}`);
  }
  const kind = operand.get('$type');
  if (kind === 'date' || kind === 'timestamp') return kind;
  throw badValue(
    "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
  );
}
