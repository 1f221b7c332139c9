import type { Model, mongo } from 'mongoose';

/** The rows of a model as the driver has them. Mongoose types their ids as ObjectIds; ours are strings. */
export function rowsOf<Row extends { _id: string }>(model: Model<Row>): mongo.Collection<Row> {
  return model.collection as unknown as mongo.Collection<Row>;
}
